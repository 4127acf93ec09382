import { SIGNED, TWO_CURRENCIES, type GoldenWorld, outputsOf } from "./worlds.ts";
import { keepMonth } from "./outputs.ts";
import { contradictionsOf } from "./truth/contradictions.ts";
const ADA = ["--by", "Ada Obi"];
const BEN = ["--by", "Ben Cole"];
const cases: GoldenWorld[] = [
 { ...SIGNED, name: "signed", async work(desk) { await SIGNED.work(desk); desk.world = "set-otherwise";
   console.log(await desk.act("settings", desk.ledger, "--decimals", "2", "--cutoff-days", "0", "--tolerance", "5", "--note", "New terms", ...ADA));
   await keepMonth(desk, "2026-08"); } },
 { ...TWO_CURRENCIES, async work(desk) { await TWO_CURRENCIES.work(desk);
   desk.world = "two-matched";
   console.log(await desk.act("match", desk.ledger, "--wallet-id", "46", "--pay-id", "46", "--note", "x", ...ADA));
   console.log(await desk.act("match", desk.ledger, "--wallet-id", "45", "--pay-id", "44", "--note", "x", ...ADA));
   await keepMonth(desk, "2026-10");
   desk.world = "two-signed"; 
   (await desk.act("prepare", desk.ledger, "--month", "2026-09", "--override", "Known", ...ADA));
   console.log(await desk.act("sign-off", desk.ledger, "--month", "2026-09", ...BEN));
   (await desk.act("prepare", desk.ledger, "--month", "2026-10", "--override", "Known", ...ADA));
   await keepMonth(desk, "2026-10");
   desk.world = "two-signed2"; 
   console.log(await desk.act("sign-off", desk.ledger, "--month", "2026-10", ...BEN));
   console.log(await desk.act("review", desk.ledger, "--month", "2026-10", "--rule", "paid-without-entry", "--status", "accepted", "--note", "x", ...ADA));
   await keepMonth(desk, "2026-10");
   desk.world = "two-signed3"; 
   console.log(await desk.act("review", desk.ledger, "--month", "2026-10", "--rule", "paid-without-entry", "--status", "open", "--note", "x", ...ADA));
   console.log(await desk.act("review", desk.ledger, "--month", "2026-10", "--rule", "orphan-payref", "--status", "accepted", "--note", "x", ...ADA));
   await keepMonth(desk, "2026-10");
   desk.world = "two-signed4"; 
   console.log(await desk.act("settings", desk.ledger, "--convention", "bank", "--time-zone", "Africa/Lagos", "--decimals", "3", "--note", "x", ...ADA));
   await keepMonth(desk, "2026-10");
 } },
];
for (const w of cases) {
  await outputsOf([w], () => {}, async (desk, month) => {
    const found = await contradictionsOf(desk, month);
    console.log(`== ${desk.world} ${month}: ${found.length}`);
    for (const f of found) console.log("   " + f.slice(0, 520));
  });
}
