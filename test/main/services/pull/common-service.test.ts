/** What a service of a common kind does rightly or within its limits is no error: pulled over real sockets and checked. */
import { expect, test } from "vitest";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { cutSentence } from "../../../../src/core/words/evidence.ts";
import { verdictOf } from "../../../../src/core/words/verdict.ts";
import { histories, WIRE_TIME, wireData, wireEntry, wireTransaction } from "../../../helpers/wire-records.ts";
import { Pulling } from "../../api/pulling.ts";

/** Entries `[movement, balance]` of one payref, newest first, as the service lists them. */
function wallet(payref: string, ...rows: readonly (readonly [number, number])[]): string {
  const entries = rows.map(([movement, balance], at) =>
    wireEntry({
      walletID: at + 1,
      payref,
      sessionID: `s-${at}`,
      credit_balance: Math.max(movement, 0),
      debit_balance: Math.max(0 - movement, 0),
      balance,
    }),
  );
  return histories(entries.toReversed());
}

async function checked({ ledger }: Pulling) {
  const request = {
    source: { ledger },
    period: null,
    options: { convention: "bank", settlementBasis: "less-escrow" },
    save: false,
  } as const;
  return (await checkRecords(request, { now: () => Date.UTC(2026, 10, 24), appVersion: "test" })).result;
}

test("a payment that is given back, its fee with it, and deleted is no error", async () => {
  const refunded = wireTransaction({
    data: { ...wireData["one-time"], itemquantity: 1, itemamount: 1000, escrow_charge: 20 },
    fee: { currency: "NGN", chargedamount: 1000, scrowfee: 20, taxfee: 0, payableamount: 1020 },
    datePaid: WIRE_TIME,
    is_deleted: 1,
  });
  const back = wallet("PAY77", [1000, 1000], [-20, 980], [20, 1000], [-1000, 0]);
  const result = await checked(await Pulling.start({ wallet: back, transactions: histories([refunded]) }));
  expect(result.counts.bySeverity).toMatchObject({ error: 0, warning: 0 });
  expect(result.findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`)).toEqual([
    "info reversed: Entered and taken back: its 4 entries come to nil, and nothing of 980 is due.",
    "info settled-deleted: Deleted; its entries cancel out.",
  ]);
  expect(verdictOf(result, 0)).toBe("The whole history ties out.");
});

test("a history that the service itself caps is said to be the one received, and no pull is advised that was just made", async () => {
  const result = await checked(
    await Pulling.start({ wallet: wallet("", [5, 905], [5, 910]), transactions: histories([]) }),
  );
  expect(result).toMatchObject({ capped: true, limited: false });
  expect(verdictOf(result, 0)).toBe("The history received ties out. 1 warning.");
  expect(cutSentence(result, "Pull with --full")).toMatch(
    /no limit explains it: the service may have capped it/u,
  );
  expect(cutSentence(result, "Pull with --full")).not.toContain("--full");
});
