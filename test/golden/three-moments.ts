/** Brings a ledger of the corpus so far that its month can be looked at as signed, after a later import, and now. */
import { writeFileSync } from "node:fs";
import type { Month } from "../../src/core/review/close/close.ts";
import { listMoments, readMonth, readStatement } from "../../src/main/services/close/moments.ts";
import { listPulls } from "../../src/main/ledger/trail/pull.ts";
import { readLedger } from "../../src/main/services/shared/use-ledger.ts";
import { walletBody } from "../helpers/bodies.ts";
import { entry } from "../helpers/records.ts";
import type { Desk } from "./desk.ts";

/** Where the month has none of them yet: signs it, imports an entry of it, and takes a decision. */
export async function haveThreeMoments(desk: Desk, month: Month): Promise<void> {
  const { ledger } = desk;
  if (listMoments({ ledger, month }).length > 1) return;
  const of = [ledger, "--month", month];
  const { state } = readStatement({ ledger, month }, desk.context);
  if (state === "prepared" || state === "signed-off")
    await desk.act("reopen", ...of, "--reason", "To sign it anew", "--by", "Ben Cole");
  await desk.act("prepare", ...of, "--override", "As it stands", "--by", "Ada Obi");
  await desk.act("sign-off", ...of, "--by", "Ben Cole");
  const path = desk.path("late.json");
  writeFileSync(path, walletBody([lateEntry(desk, month)]));
  await desk.act("import", ledger, "--wallet", path);
  const late = ["--rule", "all", "--status", "raised", "--note", "Seen after the signature"];
  await desk.act("review", ...of, ...late, "--by", "Chi Eze");
}

/** An entry of the month after all that are held: nothing else has to come with it. */
function lateEntry(desk: Desk, month: Month) {
  const { ledger } = desk;
  const [{ userID, businessID, closing } = { userID: 1, businessID: null, closing: 0 }] = readMonth(
    { ledger, month },
    desk.context,
  ).wallets;
  const highest = Math.max(
    ...readLedger(ledger, listPulls).map(({ highestWalletID }) => highestWalletID ?? 0),
  );
  return entry(highest + 1, {
    userID: userID ?? 1,
    ...(businessID === null ? {} : { businessID }),
    debit: 100,
    balance: closing + 100,
    dateCreatedAtMs: Date.parse(`${month}-28T12:00:00Z`),
    action: "Top-up",
  });
}
