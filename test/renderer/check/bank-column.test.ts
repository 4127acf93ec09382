/** What the Wallet says of the bank in each row, and its order and filter. */
import { expect, test } from "vitest";
import { BANK_STATES } from "../../../src/core/report/sheet/bank-states.ts";
import { acceptTies } from "../../../src/main/services/review/bank-accept.ts";
import type { RowsRequest } from "../../../src/renderer/bridge/protocol.ts";
import { ledgerWithBank } from "../../helpers/ledgers/bank-ledger.ts";
import { CONTEXT } from "../../helpers/ledgers/signing.ts";
import { ALL_ROWS, clientOfLedger, runRequest } from "./window.ts";

test("names the accepted lines of an entry, else how it stands, and sorts and filters by that", async () => {
  const ledger = await ledgerWithBank(true);
  const said = { note: "Checked", by: "Ada Obi" };
  const lines = [{ evidence: 1, at: 9 }];
  await acceptTies({ ledger, choice: { by: "entries", walletIDs: [1, 3] }, ...said }, CONTEXT);
  await acceptTies(
    { ledger, choice: { by: "lines", walletIDs: [5], lines, difference: null }, ...said },
    CONTEXT,
  );
  const client = await clientOfLedger(ledger);
  await client.call("run", runRequest(null));
  const banks = async (asked: Partial<RowsRequest>) =>
    (await client.call("entries", { ...ALL_ROWS, ...asked })).rows.map(({ walletID, bank }) => [
      walletID,
      bank,
    ]);

  const inOrder = [
    [1, "2026-10-02, row 3 of evidence 1"],
    [3, "2026-10-06, row 5 of evidence 1 and 2026-10-07, row 6 of evidence 1"],
    [5, "accepted, differs: 2026-10-10, row 9 of evidence 1"],
    [2, "one way"],
    [4, "several ways"],
    [6, "on no statement"],
    [7, "on no statement"],
  ];
  expect(await banks({ sort: [{ column: "bank", descending: false }] })).toEqual(inOrder);
  const said7 = await client.call("bankAnswer", { walletID: 7 });
  expect(said7).toMatchObject({ answer: { movement: { walletID: 7 }, state: "missing" }, places: 2 });
  await expect(client.call("bankAnswer", { walletID: 99 })).resolves.toBeNull();
  const missing = String(Object.values(BANK_STATES).indexOf(BANK_STATES.missing));
  expect(await banks({ filters: { bank: { kind: "set", values: [missing] } } })).toEqual(inOrder.slice(-2));
});

test("says nothing of the bank, and names its column among those with nothing to show, where no statement is kept", async () => {
  const client = await clientOfLedger(await ledgerWithBank(false));
  const { bank } = await client.call("run", runRequest(null));
  expect(bank).toBeUndefined();
  await expect(client.call("bankAnswer", { walletID: 7 })).resolves.toBeNull();
  const { rows } = await client.call("entries", ALL_ROWS);
  expect(rows.map((row) => row.bank)).toEqual(rows.map(() => null));
  const { columns } = await client.call("emptyColumns", { table: "entries", rows: ALL_ROWS });
  // No entry has a payref, and each balance is what the one before it and its movement come to.
  expect(columns).toEqual(["payref", "expected", "difference", "payID", "bank", "flags", "status"]);
});
