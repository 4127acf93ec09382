/** Prints the measures of the house: how its folders, names and files hang together. `npm run house` */
import { measureHouse } from "./measure.ts";

for (const { title, value, examples } of measureHouse()) {
  console.log(`${title}: ${value}`);
  if (process.argv.includes("--list")) for (const example of examples) console.log(`  ${example}`);
}
