/** `tieout accounts`: what is set, by whom and why; versions, and what is refused. */
import { beforeEach, expect, test } from "vitest";
import { tieout } from "../../helpers/cli.ts";
import { done, refused } from "../../helpers/ended.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { rewriteTrail } from "../../helpers/ledgers/rewritten-trail.ts";
import { contentsOf } from "../../main/ledger/made.ts";

const SAID = ["--by", "Ada Obi", "--note", "The client's chart"] as const;

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

const accounts = async (...args: readonly string[]) => done("accounts", ledger, ...args);

async function noAccounts(...args: readonly string[]): Promise<string> {
  const rows = contentsOf(ledger);
  const sentence = await refused("accounts", ledger, ...args);
  expect(contentsOf(ledger)).toBe(rows);
  return sentence;
}

async function verified() {
  return tieout(["verify", ledger]);
}

test("accounts are set by name and with a reason, shown with what is missing, and kept version by version", async () => {
  const rows = contentsOf(ledger);
  expect(await accounts()).toBe("No accounts are set. Set them with tieout accounts --account.\n");
  expect(contentsOf(ledger)).toBe(rows);

  await accounts("--account", "wallet=1200", "--account", " sales = Income:Escrow = gross ", ...SAID);
  await accounts("--currency", "USD", "--account", "wallet=1210", ...SAID);
  const shown = await accounts("--account", "suspense/orphan-payref=9998", "--account", "bank=1000", ...SAID);
  expect(shown).toMatch(/^Version 3, Ada Obi, [^\n]+: The client's chart\nAccounts\n/u);
  expect(shown).toMatch(
    /\n {2}wallet +1200\n {2}wallet +1210, USD alone\n {2}bank +1000\n {2}sales +Income:Escrow = gross\n/u,
  );
  expect(shown).toMatch(
    /\n {2}suspense\/orphan-payref +9998\nWithout an account: purchases, escrow-fees, tax, .*, suspense\n$/u,
  );

  const without = JSON.parse(await accounts("--account", "sales=", "--json", ...SAID)) as object;
  expect(without).toMatchObject({
    schema: "tieout.accounts/1",
    set: { version: 4, by: "Ada Obi", note: "The client's chart" },
    accounts: [
      { purpose: "wallet", currency: null, account: "1200" },
      { purpose: "wallet", currency: "USD", account: "1210" },
      { purpose: "bank", currency: null, account: "1000" },
      { purpose: "suspense/orphan-payref", currency: null, account: "9998" },
    ],
  });
  expect(await verified()).toMatchObject({ status: 0 });
});

test("what is set already is not written again", async () => {
  await accounts("--account", "wallet=1200", ...SAID);
  const rows = contentsOf(ledger);
  expect(await accounts("--account", "wallet=1200", ...SAID)).toMatch(/^Version 1, /u);
  expect(contentsOf(ledger)).toBe(rows);
});

test("what nobody may set is refused in one sentence, and nothing is written", async () => {
  await accounts("--account", "wallet=1200", ...SAID);
  expect(await noAccounts("--account", "wallet", ...SAID)).toMatch(
    /^USAGE: --account takes a purpose and an account, such as wallet=1200, not "wallet"\./u,
  );
  expect(await noAccounts("--account", "till=1", ...SAID)).toMatch(
    /^USAGE: --account takes one of wallet, bank, /u,
  );
  expect(await noAccounts("--account", "tax=1", "--by", "Ada Obi")).toMatch(
    /^USAGE: .* needs --by NAME and --note TEXT/u,
  );
  expect(await noAccounts("--account", "tax=1", "--by", "Ada Obi", "--note", " ")).toMatch(
    /^DECISION_INVALID: Setting accounts needs a note that says why/u,
  );
  expect(await noAccounts("--account", "sales=1200", ...SAID)).toMatch(
    /^ACCOUNTS_INVALID: The account 1200 is the wallet's and cannot be that of sales/u,
  );
  expect(await noAccounts("--account", `tax=${"1".repeat(201)}`, ...SAID)).toMatch(
    /^ACCOUNTS_INVALID: An account is one line of up to 200 characters/u,
  );
  expect(await noAccounts("--currency", "USD")).toMatch(/^USAGE: /u);
});

test("accounts that no rule admits are found in the trail", async () => {
  await accounts("--account", "wallet=1200", "--account", "sales=4000", ...SAID);
  rewriteTrail(ledger, (payload, kind) =>
    kind === "books"
      ? (JSON.parse(JSON.stringify(payload).replace("4000", "1200")) as typeof payload)
      : payload,
  );
  const { status, stdout } = await verified();
  expect(status).toBe(1);
  expect(stdout).toContain("The account 1200 is the wallet's and cannot be that of sales");
});
