/**
 * The smallest explanation a second time, from the rules' text alone: every set of facts is tried as an event, and
 * every way to explain each fact once is compared. For a dozen facts.
 */
import type { Entry } from "../../../src/core/entry.ts";
import type { Finding } from "../../../src/core/reconcile/result/findings.ts";
import type { CheckResult } from "../../../src/core/reconcile/result/result.ts";
import type { Transaction } from "../../../src/core/transaction.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Known {
  readonly result: CheckResult;
  /** The same check from the first record on, up to the same end. */
  readonly whole: CheckResult;
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
}

interface Event {
  readonly kind: string;
  /** Indexes among the facts, ascending. */
  readonly facts: readonly number[];
  readonly span: number;
  readonly suggested: number;
}

/** The rules whose findings are facts. */
export const FACTS: ReadonlySet<string> = new Set([
  "chain-break",
  "orphan-payref",
  "paid-without-entry",
  "duplicate-entry",
  "amount-mismatch",
]);

/** `causes`, as `check --json` has it. */
export function bruteForce(known: Known) {
  const facts = known.result.findings.filter(({ rule }) => FACTS.has(rule));
  const events: Event[] = [];
  for (let set = 1; set < 2 ** facts.length; set += 1) {
    const members = facts.map((_, at) => at).filter((at) => (set >> at) % 2 === 1);
    const event = asEvent(known, facts, members);
    if (event !== null) events.push(event);
  }
  const items = partsOf(facts.length, events).flatMap((part) => {
    const own = events.filter(({ facts: [first] }) => part.includes(first!));
    const choices = explanations(part, own).toSorted((a, b) => compare(facts, a, b));
    const [best] = choices;
    const same = choices.filter((other) => String(figures(other)) === String(figures(best!)));
    return best!.map((event) => ({ event, unique: same.length === 1 }));
  });
  items.sort((a, b) => a.event.facts[0]! - b.event.facts[0]!);
  return {
    count: items.length,
    atLeast: items.length,
    complete: true,
    unique: items.every(({ unique }) => unique),
    items: items.map(({ event, unique }) => ({
      kind: event.kind,
      ...recordsOf(known, event, facts),
      unique,
      findings: event.facts.map((at) => facts[at]!.fingerprint),
    })),
  };
}

function asEvent(known: Known, all: readonly Finding[], members: readonly number[]): Event | null {
  const facts = members.map((at) => all[at]!);
  const wallets = new Set(
    facts.map(({ userID, businessID }) =>
      known.result.chainScope.used === "user" ? `${userID}` : `${userID}/${businessID}`,
    ),
  );
  if (wallets.size > 1) return null;
  const kind = kindOf(known, facts);
  if (kind === null) return null;
  const records = new Set(facts.map(({ walletID, payID }) => `${walletID} ${payID}`)).size;
  const times = facts.map((fact) => timeOf(known, fact));
  if (records > 1 && times.includes(null)) return null;
  const span = records === 1 ? 0 : Math.max(...(times as number[])) - Math.min(...(times as number[]));
  if (!ANY_SPAN.has(kind)) {
    if (records === 2 && span > 92 * DAY_MS) return null;
    if (records > 2 && span > 31 * DAY_MS) return null;
  }
  const payrefs = facts.filter(({ payID }) => payID !== null).map(({ payref }) => payref!);
  const suggested = facts.filter(
    ({ rule, suggestions = [] }) =>
      rule === "orphan-payref" && payrefs.some((payref) => suggestions.includes(payref)),
  ).length;
  return { kind, facts: members, span, suggested };
}

/** No sums: they may span any time. */
const ANY_SPAN: ReadonlySet<string> = new Set([
  "out-of-sequence",
  "read-late",
  "overwritten-entries",
  "settled-again",
]);

/** What a branch is, by any break that belongs to it. */
function recordsOf(known: Known, event: Event, facts: readonly Finding[]) {
  const payIDs = idsIn(facts, event, "payID");
  if (event.kind === "overwritten-entries") {
    const branch = branchAt(known, facts[event.facts[0]!]!);
    const amount = Math.abs(sum(branch.map((entry) => moved(known, entry))));
    return { walletIDs: branch.map(({ walletID }) => walletID), payIDs, amount };
  }
  const amount = Math.max(...event.facts.map((at) => facts[at]!.atStake));
  return { walletIDs: idsIn(facts, event, "walletID"), payIDs, amount };
}

/** The first line of the table that these facts fit. */
function kindOf(known: Known, facts: readonly Finding[]): string | null {
  const of = (...rules: readonly string[]) => facts.filter(({ rule }) => rules.includes(rule));
  const breaks = of("chain-break");
  const orphans = of("orphan-payref");
  const duplicates = of("duplicate-entry");
  const payments = of("paid-without-entry", "amount-mismatch");
  const unsettled = of("paid-without-entry");
  const [first] = breaks;
  const [b, o, d, p, u] = [breaks, orphans, duplicates, payments, unsettled].map(({ length }) => length) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const all = known.result.findings.filter(({ rule }) => rule === "chain-break");
  const isAllOf = (isOne: (other: Finding) => boolean) =>
    b === facts.length && breaks.every(isOne) && all.filter(isOne).length === b;
  if (first?.stretch !== undefined) {
    const stretch = JSON.stringify(first.stretch);
    if (isAllOf((other) => JSON.stringify(other.stretch) === stretch)) return first.cause!;
  }
  if (first?.cause === "overwritten") {
    const branch = branchAt(known, first);
    const isOne = (other: Finding) =>
      other.cause === "overwritten" && branchAt(known, other)[0] === branch[0];
    if (isAllOf(isOne)) return "overwritten-entries";
  }
  if (breaks.some(({ cause, stretch }) => stretch !== undefined || cause === "overwritten"))
    return facts.length === 1 ? "single" : null;
  if (b === facts.length && isMisstated(known, breaks)) return "misstated-balance";
  if (b === 1 && facts.length === 1) {
    const movement = movementOf(known, first!);
    if (first!.difference === -movement) return "not-applied";
    if (first!.difference === movement) return "applied-twice";
    if (first!.difference === -2 * movement) return "wrong-sign";
  }
  if (b === 1 && d === 1 && facts.length === 2) {
    const isSame = first!.walletID === duplicates[0]!.walletID;
    return isSame && first!.difference === -movementOf(known, first!) ? "not-applied" : null;
  }
  const tolerance = known.result.options.tolerance;
  const missing = sum(payments.map(({ difference }) => -difference!));
  const net = sum(orphans.map((one) => movementOf(known, one)));
  if (b >= 1 && p >= 1 && b + p === facts.length && breaks.every(mayMiss)) {
    const off = sum(breaks.map(({ difference }) => difference!));
    const signs = new Set([...breaks, ...payments].map((one) => oneSign(one)));
    const isSum = off === missing && signs.size === 1;
    if (b === 1 && p <= 4 && isSum) return "missing-entries";
    if (b >= 2 && b <= 4 && p === 1 && isSum) return "missing-entries";
    return b === 1 && p === 1 && off !== missing && isLeg(known, off, payments[0]!) ? "missing-leg" : null;
  }
  if (d === facts.length && d >= 2) {
    const isSame = (other: Finding) =>
      other.rule === "duplicate-entry" &&
      other.payref === facts[0]!.payref &&
      walletOf(known, other) === walletOf(known, facts[0]!);
    return facts.every(isSame) && known.result.findings.filter(isSame).length === d ? "settled-again" : null;
  }
  if (o >= 1 && p >= 1 && o + p === facts.length && Math.abs(net - missing) <= tolerance) {
    if (o === 1 && p === 1) return "mistyped-payref";
    if (o >= 2 && o <= 4 && p === 1) return "split-settlement";
    if (o === 1 && u >= 2 && u <= 4 && u === p) return "lumped-settlement";
    if (o === 1 && u >= 5 && u === p && isRun(known, orphans[0]!, unsettled)) return "lumped-settlement";
  }
  return facts.length === 1 ? "single" : null;
}

function walletOf({ result }: Known, { userID, businessID }: Finding): string {
  return result.chainScope.used === "user" ? `${userID}` : `${userID}/${businessID}`;
}

/** Of a break the sign of its difference, of a payment that of what is missing. */
function oneSign({ rule, difference }: Finding): number {
  return Math.sign(rule === "chain-break" ? difference! : -difference!);
}

/** Links that missing entries explain have one of these causes. */
function mayMiss({ cause }: Finding): boolean {
  return ["missing-entry", "not-applied", "applied-twice", "wrong-sign"].includes(cause!);
}

function isLeg({ transactions }: Known, off: number, { payID }: Finding): boolean {
  const { traderStatus, chargedamount, payableamount, scrowfee, taxfee } = transactions.find(
    (one) => one.payID === payID,
  )!;
  if (traderStatus?.toLowerCase() !== "seller") return false;
  return [chargedamount, payableamount, -scrowfee, -taxfee, -(scrowfee + taxfee)].includes(off);
}

/** Whether payments are those of the shortest, then the latest run of days, of the wallet or of a customer. */
function isRun(known: Known, orphan: Finding, payments: readonly Finding[]): boolean {
  const { result, transactions } = known;
  const paid = result.findings
    .filter(({ rule }) => rule === "paid-without-entry")
    .filter((other) => walletOf(known, other) === walletOf(known, orphan))
    .map((finding) => ({ finding, ...transactions.find(({ payID }) => payID === finding.payID)! }))
    .filter(({ datePaidAtMs: at }) => at !== null && at <= (result.period?.toMs ?? Infinity));
  const customers = new Set(paid.map(({ customer }) => customer?.userID ?? 0));
  const groups = [...customers]
    .filter((customer) => customer !== 0)
    .map((customer) => paid.filter((one) => one.customer?.userID === customer));
  const wanted = idsOfPaid(payments);
  return [paid, ...groups].some((group) => {
    const days = [...new Set(group.map(({ datePaidAtMs: at }) => Math.floor(at! / DAY_MS)))];
    const entryMs = timeOf(known, orphan)!;
    const runs = days
      .flatMap((from) => days.map((to) => ({ from, to })))
      .filter(({ from, to }) => from <= to && to <= Math.floor(entryMs / DAY_MS))
      .map(({ from, to }) => ({
        from,
        to,
        own: group.filter(({ datePaidAtMs: at }) => at! >= from * DAY_MS && at! < (to + 1) * DAY_MS),
      }))
      .filter(({ own }) => {
        const missing = sum(own.map(({ finding }) => -finding.difference!));
        const times = [entryMs, ...own.map(({ datePaidAtMs }) => datePaidAtMs!)];
        const isNear = Math.max(...times) - Math.min(...times) <= 31 * DAY_MS;
        const isSum = Math.abs(movementOf(known, orphan) - missing) <= result.options.tolerance;
        return own.length >= 5 && isNear && isSum;
      })
      .toSorted((a, b) => a.to - a.from - (b.to - b.from) || b.to - a.to);
    return runs.length > 0 && idsOfPaid(runs[0]!.own) === wanted;
  });
}

function idsOfPaid(paid: readonly { readonly payID: number | null }[]): string {
  return paid
    .map(({ payID }) => payID!)
    .toSorted((a, b) => a - b)
    .join();
}

/** The rows off the main line of a chain as at the check's end, by branches. */
function branchAt(known: Known, { walletID, userID, businessID }: Finding): Entry[] {
  const { whole, result } = known;
  const endMs = result.period?.toMs ?? Infinity;
  const chain = chainOf(known, { userID, businessID }).filter((_, at, all) =>
    all.slice(0, at + 1).every(({ dateCreatedAtMs }) => dateCreatedAtMs <= endMs),
  );
  const goesOnFrom = new Map(
    whole.findings.flatMap(({ walletID: id, continuesFrom }) =>
      id === null || continuesFrom === undefined ? [] : [[id, continuesFrom] as const],
    ),
  );
  const parentOf = (entry: Entry): Entry | undefined => {
    const from = goesOnFrom.get(entry.walletID);
    return from === undefined ? chain[chain.indexOf(entry) - 1] : chain.find((one) => one.walletID === from);
  };
  const main = new Set<Entry>();
  for (let at = chain.at(-1); at !== undefined; at = parentOf(at)) main.add(at);
  const rootOf = (entry: Entry): Entry => {
    const parent = parentOf(entry);
    return parent === undefined || main.has(parent) ? entry : rootOf(parent);
  };
  const own = chain.findIndex((entry) => entry.walletID === walletID);
  const within = main.has(chain[own - 1]!) ? chain[own]! : chain[own - 1]!;
  return chain.filter((entry) => !main.has(entry) && rootOf(entry) === rootOf(within));
}

/** k … j and the entry after it, all of them breaks that sum to nil, and no shorter run from k. */
function isMisstated(known: Known, breaks: readonly Finding[]): boolean {
  const chain = chainOf(known, breaks[0]!);
  const places = breaks.map(({ walletID }) => chain.findIndex((entry) => entry.walletID === walletID));
  if (breaks.length === 1) {
    const before = chain[places[0]! - 1]!;
    return breaks[0]!.cause === "recovery" && isBeforePeriod(known, chain, before);
  }
  if (breaks.length > 4 || places.some((place, at) => place !== places[0]! + at)) return false;
  const sums = breaks.map((_, at) => sum(breaks.slice(0, at + 1).map(({ difference }) => difference!)));
  return sums.indexOf(0) === breaks.length - 1;
}

function chainOf(
  { entries, result }: Known,
  { userID, businessID }: Pick<Finding, "userID" | "businessID">,
): Entry[] {
  return entries
    .filter((one) => one.userID === userID)
    .filter((one) => result.chainScope.used === "user" || one.businessID === businessID)
    .toSorted((a, b) => a.walletID - b.walletID);
}

function isBeforePeriod({ result: { period } }: Known, chain: readonly Entry[], entry: Entry): boolean {
  const until = chain.slice(0, chain.indexOf(entry) + 1).map(({ dateCreatedAtMs }) => dateCreatedAtMs);
  return period !== null && Math.max(...until) < period.fromMs;
}

function movementOf(known: Known, { walletID }: Pick<Finding, "walletID">): number {
  return moved(
    known,
    known.entries.find((one) => one.walletID === walletID)!,
  );
}

function moved({ result }: Known, { debit, credit }: Entry): number {
  return result.convention.used === "asset" ? debit - credit : credit - debit;
}

function timeOf({ entries, transactions, result }: Known, { walletID, payID }: Finding): number | null {
  if (walletID !== null) return entries.find((one) => one.walletID === walletID)!.dateCreatedAtMs;
  const { datePaidAtMs, dateCreatedAtMs } = transactions.find((one) => one.payID === payID)!;
  const isLater = datePaidAtMs !== null && result.period !== null && datePaidAtMs > result.period.toMs;
  return datePaidAtMs === null || isLater ? dateCreatedAtMs : datePaidAtMs;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function partsOf(count: number, events: readonly Event[]): number[][] {
  const parts = Array.from({ length: count }, (_, at) => new Set([at]));
  for (const { facts } of events) {
    const joined = new Set(facts.flatMap((at) => [...parts[at]!]));
    for (const at of joined) parts[at] = joined;
  }
  return [...new Set(parts)].map((part) => [...part].toSorted((a, b) => a - b));
}

function explanations(left: readonly number[], events: readonly Event[]): Event[][] {
  const [first] = left;
  if (first === undefined) return [[]];
  return events
    .filter(({ facts }) => facts[0] === first && facts.every((at) => left.includes(at)))
    .flatMap((event) => {
      const rest = left.filter((at) => !event.facts.includes(at));
      return explanations(rest, events).map((others) => [event, ...others]);
    });
}

function figures(choice: readonly Event[]): number[] {
  const singles = choice.filter(({ kind }) => kind === "single").length;
  return [choice.length, singles, -sum(choice.map(({ suggested }) => suggested))];
}

function compare(facts: readonly Finding[], a: readonly Event[], b: readonly Event[]): number {
  const keyOf = (choice: readonly Event[]) => [...figures(choice), sum(choice.map(({ span }) => span))];
  const byFigures = compareLists(keyOf(a), keyOf(b));
  if (byFigures !== 0) return byFigures;
  for (const [at, event] of a.entries()) {
    for (const id of ["walletID", "payID"] as const) {
      const byIds = compareLists(idsIn(facts, event, id), idsIn(facts, b[at]!, id));
      if (byIds !== 0) return byIds;
    }
  }
  return 0;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    if (at >= b.length) return 1;
    if (value !== b[at]) return value - b[at]!;
  }
  return a.length - b.length;
}

function idsIn(facts: readonly Finding[], event: Event, id: "walletID" | "payID"): number[] {
  const ids = event.facts.flatMap((at) => facts[at]![id] ?? []);
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
