/** Months that something happened to after they were prepared or signed: every place says the same of the same moment. */
import { expect, test } from "vitest";
import type { Desk } from "./desk.ts";
import { keepMonth } from "./outputs.ts";
import { comparedOutputsOf } from "./truth/contradictions.ts";
import { SIGNED, TWO_CURRENCIES } from "./worlds.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";

const ADA = ["--by", "Ada Obi"];
const BEN = ["--by", "Ben Cole"];

/** Works through a world, does more, and compares its month then; as it was before, ledgers.test.ts compares it. */
async function contradictionsAfter(
  world: typeof SIGNED,
  month: string,
  more: (desk: Desk, compare: (name: string) => Promise<void>) => Promise<void>,
): Promise<string[]> {
  let moments = 0;
  const { contradictions } = await comparedOutputsOf({
    ...world,
    async work(desk) {
      desk.ofMonth = "nothing";
      await world.work(desk);
      desk.ofMonth = "places";
      await more(desk, async (name) => {
        moments += 1;
        // Of several every other one, the first and the last.
        if (!IS_EXHAUSTIVE && moments % 2 === 0) return;
        desk.world = name;
        await keepMonth(desk, month);
      });
    },
  });
  return contradictions;
}

/** Gives every exception of a status another, each by itself. */
async function redecide(desk: Desk, month: string, from: string, to: string): Promise<void> {
  const on = [desk.ledger, "--month", month];
  const { exceptions } = JSON.parse(await desk.say("review", ...on, "--json")) as {
    readonly exceptions: readonly { readonly status: string; readonly fingerprint: string }[];
  };
  const chosen = exceptions.filter(({ status }) => status === from);
  expect(chosen).not.toEqual([]);
  for (const { fingerprint } of chosen) {
    const decided = ["--fingerprint", fingerprint, "--status", to, "--note", "Seen again"];
    await desk.act("review", ...on, ...decided, ...ADA);
  }
}

test("a signed month whose ledger has other decimals, cut-off and tolerance since is one truth in every place", async () => {
  const changed = [
    "--decimals",
    "2",
    "--cutoff-days",
    "0",
    "--tolerance",
    "5",
    "--note",
    "New terms",
    ...ADA,
  ];
  const found = await contradictionsAfter(SIGNED, "2026-08", async (desk, compare) => {
    await desk.act("settings", desk.ledger, ...changed);
    await compare("other-settings");
  });
  expect(found).toEqual([]);
});

test("a month of two currencies is one truth in every place: matched, prepared, signed, decided on anew, and read the other way", async () => {
  const found = await contradictionsAfter(TWO_CURRENCIES, "2026-10", async (desk, compare) => {
    const { ledger } = desk;
    const match = async (walletID: string, payID: string) =>
      desk.act("match", ledger, "--wallet-id", walletID, "--pay-id", payID, "--note", "By name", ...ADA);
    await match("46", "46");
    // An entry in dollars with a payment in naira.
    await match("45", "44");
    await compare("matched");
    for (const month of ["2026-09", "2026-10"])
      await desk.act("prepare", ledger, "--month", month, "--override", "As known", ...ADA);
    await compare("prepared");
    for (const month of ["2026-09", "2026-10"]) await desk.act("sign-off", ledger, "--month", month, ...BEN);
    await compare("signed");
    await redecide(desk, "2026-10", "raised", "accepted");
    await compare("accepted-since");
    const other = ["--convention", "bank", "--time-zone", "Africa/Lagos", "--decimals", "3"];
    await desk.act("settings", ledger, ...other, "--note", "As they say now", ...ADA);
    await compare("other-way");
  });
  expect(found).toEqual([]);
});
