import { WORLDS, outputsOf } from "./worlds.ts";
import { contradictionsOf } from "./truth/contradictions.ts";
const names = process.argv.slice(2);
for (const w of WORLDS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  await outputsOf([w], () => {}, async (desk, month) => {
    const t = process.cpuUsage();
    const found = await contradictionsOf(desk, month);
    const { user, system } = process.cpuUsage(t);
    console.log(`== ${desk.world} ${month} ${Math.round((user + system) / 1000)} ms: ${found.length}`);
    for (const f of found) console.log("   " + f.slice(0, 420));
  });
}
