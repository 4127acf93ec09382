/** Causes of what was found (docs/evidence-pack.md, section 13). */
import type { Chains, Check } from "./entries.ts";
import * as json from "./json.ts";
import { type Members, Wrong, sum } from "./json.ts";
import type { Records } from "./records.ts";
import { type Findings, must } from "./report.ts";

const FACTS = ["chain-break", "orphan-payref", "paid-without-entry", "duplicate-entry", "amount-mismatch"];

export interface Cause {
  readonly kind: string;
  readonly amount: number;
  readonly findings: readonly string[];
  readonly walletIDs: readonly number[];
}

interface Redone {
  readonly records: Records;
  readonly chains: Chains;
  readonly check: Check;
}

export function checkCauses(redone: Redone, findings: Findings): Cause[] {
  const place = { file: "month.jsonl", line: 1 };
  const { check } = redone;
  findings.stated("causes", "That no fewer causes explain what was found is taken as stated");
  const facts = new Map<unknown, Members>(
    FACTS.flatMap((rule) => check.findings.get(rule) ?? []).map((fact) => [fact["fingerprint"], fact]),
  );
  const left = new Set(facts.keys());
  const causes: Cause[] = [];
  findings.at("causes", place, () => {
    const stated = json.object(check.leaf, "causes");
    const items = json.objects(stated, "items");
    must(
      json.number(stated, "count") === items.length,
      `it counts another number of causes than ${items.length}`,
    );
    for (const [index, item] of items.entries())
      findings.at("causes", { ...place, record: `cause ${index + 1}` }, () => {
        const cause = {
          kind: json.text(item, "kind"),
          amount: json.number(item, "amount"),
          findings: json.listOf(item, "findings", "string"),
          walletIDs: json.listOf(item, "walletIDs", "number"),
        };
        causes.push(cause);
        const own = cause.findings.map((fingerprint) => {
          must(left.delete(fingerprint), "it has something that is no fact, or is in another cause");
          return facts.get(fingerprint) as Members;
        });
        must(own.length > 0, "it has no fact");
        checkCause(cause, own, redone);
      });
    must(left.size === 0, `${left.size} facts are in no cause`);
  });
  return causes;
}

function checkCause(cause: Cause, facts: readonly Members[], redone: Redone): void {
  const { kind, amount } = cause;
  const breaks = facts.filter(({ rule }) => rule === "chain-break");
  const rest = facts.filter((fact) => !breaks.includes(fact));
  checkKind(cause, { breaks, rest, facts }, redone);
  if (kind === "overwritten-entries") return;
  const largest = Math.max(...facts.map((fact) => json.number(fact, "atStake")));
  must(amount === largest, `its amount is ${largest}`);
}

function checkKind(
  { kind, walletIDs, amount }: Cause,
  of: {
    readonly breaks: readonly Members[];
    readonly rest: readonly Members[];
    readonly facts: readonly Members[];
  },
  { chains, records, check }: Redone,
): void {
  const { breaks, rest, facts } = of;
  const differences = breaks.map((one) => json.number(one, "difference"));
  const open = sum(rest.map(openOf));
  const tolerance = json.number(check.options, "tolerance");
  const movementOf = (walletID: number) => {
    const work = chains.work.get(walletID);
    if (work === undefined) throw new Wrong(`entry ${walletID} does not exist at the month's end`);
    return work.movement;
  };
  const does = (holds: boolean) => must(holds, `what it explains does not fit its kind "${kind}"`);
  switch (kind) {
    case "out-of-sequence":
    case "read-late": {
      const [first] = breaks;
      const stretch = first === undefined ? "" : json.canonical(json.member(first, "stretch"));
      const isOfOne = (one: Members) => json.canonical(json.member(one, "stretch")) === stretch;
      does(rest.length === 0 && breaks.every((one) => one["cause"] === kind && isOfOne(one)));
      return;
    }
    case "overwritten-entries": {
      does(rest.length === 0 && breaks.every((one) => one["cause"] === "overwritten"));
      const moved = Math.abs(sum(walletIDs.map(movementOf)));
      must(amount === moved, `its amount is ${moved}`);
      return;
    }
    case "misstated-balance": {
      const isRecovery = breaks.length === 1 && breaks[0]?.["cause"] === "recovery";
      does(rest.length === 0 && (isRecovery || (sum(differences) === 0 && areNeighbours(breaks, chains))));
      return;
    }
    case "not-applied":
    case "applied-twice":
    case "wrong-sign": {
      const times = { "not-applied": -1, "applied-twice": 1, "wrong-sign": -2 }[kind];
      const isIt = (one: Members) =>
        one["difference"] === times * movementOf(json.number(one, "walletID")) + 0;
      does(rest.length === 0 && breaks.length > 0 && breaks.every(isIt));
      return;
    }
    case "missing-entries":
      does(
        sum(differences) === open &&
          differences.every((one) => Math.sign(one) === Math.sign(differences[0] ?? 0)),
      );
      return;
    case "missing-leg": {
      const payment = records.payments.get(json.number(rest[0] ?? {}, "payID"));
      does(breaks.length === 1 && rest.length === 1 && payment?.isSeller === true);
      if (payment === undefined) return;
      const { charged, payable, escrow, tax } = payment;
      does([charged, payable, 0 - escrow, 0 - tax, 0 - (escrow + tax)].includes(differences[0] ?? NaN));
      return;
    }
    case "settled-again": {
      const payrefs = new Set(facts.map((one) => one["payref"]));
      does(facts.length > 1 && payrefs.size === 1 && facts.every(({ rule }) => rule === "duplicate-entry"));
      return;
    }
    case "mistyped-payref":
    case "split-settlement":
    case "lumped-settlement": {
      const orphans = rest.filter(({ rule }) => rule === "orphan-payref");
      const moved = sum(orphans.map((one) => movementOf(json.number(one, "walletID"))));
      does(breaks.length === 0 && orphans.length > 0 && Math.abs(moved - open) <= tolerance);
      return;
    }
    case "single":
      does(facts.length === 1);
      return;
    default:
      throw new Wrong(`the kind "${kind}" is not known`);
  }
}

/** What a payment still waits for. */
function openOf(fact: Members): number {
  const rule = json.text(fact, "rule");
  if (rule === "paid-without-entry") return json.number(fact, "expected");
  return rule === "amount-mismatch" ? json.number(fact, "expected") - json.number(fact, "actual") : 0;
}

/** Whether entries follow on each other in one chain. */
function areNeighbours(breaks: readonly Members[], { chains }: Chains): boolean {
  const ids = new Set(breaks.map((one) => json.number(one, "walletID")));
  return chains.some(({ work }) => {
    const at = work.findIndex(({ entry }) => ids.has(entry.walletID));
    return (
      at !== -1 &&
      work.slice(at, at + ids.size).every(({ entry }) => ids.has(entry.walletID)) &&
      at + ids.size <= work.length
    );
  });
}
