/** A ledger with an October that can be decided, and a November with findings like it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { monthDays } from "../../../src/core/time.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { decideEach, readReview } from "../../../src/main/services/review/review.ts";
import { transactionsBody, walletBody } from "../bodies.ts";
import { temporaryFolder } from "../cli.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../records.ts";
import { copiedLedger } from "./copied-ledger.ts";

export const STANDING_CONTEXT = { now: () => Date.UTC(2026, 11, 2), appVersion: "test" };

const NOVEMBER_MS = Date.UTC(2026, 10, 1);
/** By walletID, how much the stated balance is off from there on, besides what it was before. */
const BREAKS: Readonly<Record<number, number>> = { 3: 9, 4: 5, 6: 9, 7: 6, 8: 126 };

/**
 * October has breaks at entries 3 and 4 and a payment without entry, payID 9. In November the break at entry 6 differs as much as that
 * at 3, the one at 8 by the same 18 %, the one at 7 like none. Of the payments, payID 10 and 13 are like payID 9, 11 has another amount, and
 * nobody knows who 12 is with.
 *
 * @param october whether October's findings are decided: decisions 1 to 3
 */
export async function standingLedger(october: "open" | "decided" = "decided"): Promise<string> {
  return copiedLedger(`standing, ${october}`, async () => makeStanding(october));
}

async function makeStanding(october: "open" | "decided"): Promise<string> {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await importStanding(ledger);
  if (october === "decided") await decideOctober(ledger);
  return ledger;
}

/** @param description of entry 3, which a later import may change */
export async function importStanding(ledger: string, description = "Entry 3"): Promise<void> {
  const folder = temporaryFolder();
  let off = 0;
  const entries = wallet([1000, 200, -50, 300, 100, -70, 400, -700]).map((entry) => {
    const { walletID } = entry;
    off += BREAKS[walletID] ?? 0;
    const startMs = walletID < 5 ? OCTOBER_MS : NOVEMBER_MS;
    const dateCreatedAtMs = startMs + walletID * HOUR_MS + 20 * 24 * HOUR_MS;
    const words = walletID === 3 ? { description } : {};
    return { ...entry, ...words, balance: entry.balance + off, dateCreatedAtMs };
  });
  const november = { datePaidAtMs: NOVEMBER_MS, dateCreatedAtMs: NOVEMBER_MS - HOUR_MS };
  const transactions = [
    sale(9, 90),
    sale(10, 90, november),
    sale(11, 95, november),
    sale(12, 90, { ...november, customer: { userID: 0, name: "N/A", phone: "N/A", extra: null } }),
    sale(13, 90, november),
  ];
  const files = { wallet: join(folder, "wallet.json"), transactions: join(folder, "transactions.json") };
  writeFileSync(files.wallet, walletBody(entries));
  writeFileSync(files.transactions, transactionsBody(transactions));
  await importIntoLedger(
    {
      ledger,
      files: { wallet: [files.wallet], transactions: [files.transactions], user: null, business: [] },
    },
    STANDING_CONTEXT,
  );
}

async function decideOctober(ledger: string): Promise<void> {
  const request = { ledger, period: monthDays("2026-10"), options: {} };
  const { findings } = readReview(request, STANDING_CONTEXT);
  const named = (id: number) =>
    findings.find(({ finding }) => (finding.walletID ?? finding.payID) === id)?.finding.fingerprint ?? "";
  const items = [
    { fingerprint: named(3), status: "explained" as const, note: "Fee of the provider." },
    { fingerprint: named(4), status: "accepted" as const, note: "Under 10." },
    { fingerprint: named(9), status: "raised" as const, note: "Ticket 47" },
  ];
  await decideEach({ ...request, items, by: "Ada Obi" }, STANDING_CONTEXT);
}
