import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/canonical.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { transactionDocument } from "../../../src/core/records/transaction.ts";
import { check, entry, sale, sha256 } from "../../helpers/records.ts";
import { caseFrom } from "./cases/cases.ts";
import { engine } from "./engine/engine.ts";
import type { OracleCase } from "./terms.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** What a fingerprint stands for; `changes` speak for the versions they come from. */
function identityOf(finding: Finding): string {
  const { rule, walletID, payref, payID, userID, businessID } = finding;
  const { expected, actual, difference, cause, kind } = finding;
  return JSON.stringify([
    rule,
    walletID,
    payref,
    payID,
    userID,
    businessID,
    expected,
    actual,
    difference,
    cause,
    kind,
  ]);
}

function findingsOf(given: OracleCase): readonly Finding[] {
  try {
    return engine(given, "columns").findings;
  } catch {
    return [];
  }
}

test("over many histories equal numbers have equal fingerprints, and others differ", () => {
  const fingerprints = new Map<string, string>();
  const identities = new Map<string, string>();
  for (let seed = 1; seed <= timesOf(120, 600); seed += 1) {
    const given = caseFrom(seed);
    if (given.pulls.length > 1) continue;
    for (const finding of findingsOf(given)) {
      const identity = identityOf(finding);
      expect(fingerprints.get(identity) ?? finding.fingerprint).toBe(finding.fingerprint);
      expect(identities.get(finding.fingerprint) ?? identity).toBe(identity);
      expect(finding.fingerprint).toMatch(/^[0-9a-f]{64}$/u);
      fingerprints.set(identity, finding.fingerprint);
      identities.set(finding.fingerprint, identity);
    }
  }
  expect(identities.size).toBeGreaterThan(timesOf(200, 1000));
});

describe("a decision depends on the numbers that it was made on", () => {
  const printOf = (finding: Finding | undefined) => finding?.fingerprint;

  test("distinguishes an escrow fee of 6 from the 5 that was explained", () => {
    const escrow = (scrowfee: number) =>
      check({
        entries: [],
        transactions: [sale(1, 100, { scrowfee, payableamount: 100 + scrowfee, datePaidAtMs: null })],
      }).findings.find(({ rule }) => rule === "escrow-charge");
    expect(printOf(escrow(5))).toBe(printOf(escrow(5)));
    expect(printOf(escrow(5))).not.toBe(printOf(escrow(6)));
  });

  test("of a change, on the contents of both versions", () => {
    const after = entry(1, { description: "New" });
    const change = (description: string) => {
      const before = entry(1, { description });
      return check({ entries: [after], history: { entryVersions: [{ before, after, pulls: [1, 2] }] } })
        .findings[0];
    };
    expect(printOf(change("Old"))).not.toBe(printOf(change("Older")));
    expect(change("Old")?.fingerprint).toBe(change("Old")?.fingerprint);
  });

  test("of a record that vanished, on its last content", () => {
    const vanished = (description: string) =>
      check({
        entries: [],
        history: { entriesVanished: [{ record: entry(1, { description }), pulls: [1, 2] }] },
      }).findings[0]?.fingerprint;
    expect(vanished("A")).not.toBe(vanished("B"));
  });
});

test("the recipe itself, so that decisions of earlier versions remain valid: subject, numbers, hashes of the versions", () => {
  const transaction = sale(5, 10);
  const [gone] = check({
    entries: [],
    history: { transactionsVanished: [{ record: transaction, pulls: [2, 3] }] },
  }).findings;
  const subject = { walletID: null, payref: "PAY-5", payID: 5, userID: 1, businessID: 7 };
  const versions = [sha256(canonicalJson(transactionDocument(transaction)))];
  expect(gone?.fingerprint).toBe(
    sha256(canonicalJson({ rule: "transaction-vanished", subject, versions, pulls: [2, 3] })),
  );
  const one = entry(1, { debit: 5, balance: 7 });
  const [opening] = check({ entries: [one] }, { convention: "asset" }).findings;
  const numbers = { expected: 0, actual: 2, difference: 2 };
  const place = { walletID: 1, payref: "", payID: null, userID: 1, businessID: 7 };
  expect(opening?.fingerprint).toBe(
    sha256(canonicalJson({ rule: "opening-balance", subject: place, ...numbers })),
  );
});

test("a message stays on one line, whatever the service's texts contain", () => {
  const orphan = entry(1, { debit: 5, balance: 5, payref: "PAY\n1\u2028\r2" });
  const { findings } = check({ entries: [orphan] });
  expect(findings).toMatchObject([{ rule: "orphan-payref", payref: "PAY\n1\u2028\r2" }]);
  expect(findings[0]?.message).toMatch(/^[^\n\r\u2028]*PAY 1 2[^\n\r\u2028]*$/u);
});
