/** Chains of entries and their roll-forward, done again (docs/evidence-pack.md, section 10). */
import * as json from "./json.ts";
import { type Members, same, sum } from "./json.ts";
import type { Pack } from "./pack.ts";
import type { Entry, Records } from "./records.ts";
import { type Findings, must } from "./report.ts";

const FILE = "entry-work.jsonl";

/** The check as `month.jsonl` has it, as far as it is read. */
export interface Check {
  readonly leaf: Members;
  readonly options: Members;
  readonly fromMs: number;
  readonly toMs: number;
  readonly convention: string;
  /** By rule, in their order. */
  readonly findings: ReadonlyMap<string, readonly Members[]>;
}

export interface EntryWork {
  readonly entry: Entry;
  readonly line: number;
  readonly movement: number;
  readonly difference: number;
  readonly dateMs: number;
  readonly inPeriod: boolean;
  /** What the line says that it is tied to. */
  readonly payID: number | null;
}

export interface Chain {
  readonly userID: number;
  readonly businessID: number | null;
  /** All held ones, by walletID. */
  readonly entries: readonly Entry[];
  /** Those that exist at the month's end. */
  readonly work: readonly EntryWork[];
}

export interface Chains {
  readonly chains: readonly Chain[];
  readonly work: ReadonlyMap<number, EntryWork>;
  readonly of: (userID: number, businessID: number | null) => Chain | undefined;
  readonly movement: (entry: Entry) => number;
}

export function movementUnder(convention: string): (entry: Entry) => number {
  return convention === "bank"
    ? ({ credit, debit }) => credit - debit
    : ({ credit, debit }) => debit - credit;
}

export function checkChains(pack: Pack, records: Records, check: Check, findings: Findings): Chains {
  const isByBusiness = json.member(check.options, "chainScope") === "business";
  const keyOf = (userID: number, businessID: number | null) =>
    isByBusiness ? `${userID}/${businessID ?? ""}` : String(userID);
  const groups = Map.groupBy(records.entries.values(), ({ userID, businessID }) => keyOf(userID, businessID));
  const ordered = [...groups.values()]
    .map((entries) => entries.toSorted((a, b) => a.walletID - b.walletID))
    .toSorted(([a], [b]) => byOwner(a as Entry, b as Entry, isByBusiness));
  const lines = pack.lists["entry-work"];
  const movement = movementUnder(check.convention);
  const chains: Chain[] = [];
  let at = 0;
  for (const entries of ordered) {
    const { userID, businessID } = entries[0] as Entry;
    const walker = new ChainWalk(entries, movement, check);
    while (at < lines.length && walker.expects(lines[at]?.leaf["walletID"])) {
      const { leaf, number: line } = lines[at] as (typeof lines)[number];
      const record = json.shown(leaf["walletID"]);
      findings.at("chain", { file: FILE, line, record }, () => walker.take(leaf, line, lines[at + 1]?.leaf));
      at += 1;
    }
    findings.at("chain", { file: FILE, line: at + 1 }, () => walker.end());
    chains.push({ userID, businessID: isByBusiness ? businessID : null, entries, work: walker.work });
  }
  if (at < lines.length)
    findings.broken("chain", "it is not the entry that comes next in its chain", {
      file: FILE,
      line: at + 1,
    });
  checkConvention(
    chains,
    lines.map(({ leaf }) => leaf),
    check,
    findings,
  );
  const work = new Map(
    chains.flatMap((chain) => chain.work.map((one) => [one.entry.walletID, one] as const)),
  );
  checkBreaks(
    [...work.values()],
    lines.map(({ leaf }) => leaf),
    check,
    findings,
  );
  const byKey = new Map(chains.map((chain) => [keyOf(chain.userID, chain.businessID), chain]));
  return { chains, work, movement, of: (userID, businessID) => byKey.get(keyOf(userID, businessID)) };
}

function byOwner(a: Entry, b: Entry, isByBusiness: boolean): number {
  if (a.userID !== b.userID || !isByBusiness) return a.userID - b.userID;
  return (a.businessID ?? -Infinity) - (b.businessID ?? -Infinity);
}

/** Goes along one chain with the lines that are there for it. */
class ChainWalk {
  readonly work: EntryWork[] = [];
  readonly #entries: readonly Entry[];
  readonly #movement: (entry: Entry) => number;
  readonly #check: Check;
  #taken = 0;
  #periodMs = -Infinity;
  #dateMs: number | null = null;

  constructor(entries: readonly Entry[], movement: (entry: Entry) => number, check: Check) {
    this.#entries = entries;
    this.#movement = movement;
    this.#check = check;
  }

  expects(walletID: unknown): boolean {
    return this.#entries[this.#taken]?.walletID === walletID;
  }

  take(leaf: Members, line: number, next: Members | undefined): void {
    const entry = this.#entries[this.#taken] as Entry;
    const before = this.#entries[this.#taken - 1];
    this.#taken += 1;
    const { fromMs, toMs } = this.#check;
    const movement = this.#movement(entry);
    const difference = before === undefined ? 0 : entry.balance - (before.balance + movement);
    const dateMs = this.#dateOf(entry, leaf, next);
    this.#dateMs = dateMs;
    this.#periodMs = Math.max(this.#periodMs, dateMs);
    const inPeriod = this.#periodMs >= fromMs && this.#periodMs <= toMs;
    const payID = json.numberOrNull(leaf, "payID");
    this.work.push({ entry, line, movement, difference, dateMs, inPeriod, payID });
    must(json.number(leaf, "movement") === movement, `its movement is ${movement}`);
    must(json.number(leaf, "difference") === difference, `its balance differs by ${difference}`);
    must(json.number(leaf, "dateMs") === dateMs, "its date is another");
    must(json.number(leaf, "periodMs") === this.#periodMs, "it is dated by another entry");
    must(this.#periodMs <= toMs, "it does not exist yet at the month's end");
    must(json.member(leaf, "inPeriod") === inPeriod, "it lies in another period");
    for (const flag of ["ahead", "gap"])
      must([null, true].includes(json.member(leaf, flag) as null), `"${flag}" is not true`);
    must(before !== undefined || leaf["gap"] !== true, "the first entry of a chain has no gap before it");
  }

  #dateOf(entry: Entry, leaf: Members, next: Members | undefined): number {
    if (leaf["ahead"] !== true) {
      must(entry.createdMs !== null, "its date is not a time");
      return entry.createdMs ?? 0;
    }
    if (this.#dateMs !== null) return this.#dateMs;
    return this.expects(next?.["walletID"]) ? json.number(next ?? {}, "dateMs") : json.number(leaf, "dateMs");
  }

  /** Whether what follows in the chain does not exist yet. A first entry may go by the date of the one after it. */
  end(): void {
    const { toMs } = this.#check;
    const [next, after] = this.#entries.slice(this.#taken, this.#taken + 2);
    const isLater = (entry: Entry | undefined) => (entry?.createdMs ?? -Infinity) > toMs;
    const isMissing = next !== undefined && !isLater(next) && (this.#taken > 0 || !isLater(after));
    must(!isMissing, `entry ${next?.walletID} is missing, which exists at the month's end`);
  }
}

const BREAK_RULES = ["chain-break", "pending-entry", "history-gap"];

function checkBreaks(
  work: readonly EntryWork[],
  leaves: readonly Members[],
  check: Check,
  findings: Findings,
): void {
  const told = BREAK_RULES.flatMap((rule) => check.findings.get(rule) ?? []).filter(
    (finding) => json.member(finding, "difference") !== null,
  );
  const byEntry = Map.groupBy(told, (finding) => finding["walletID"]);
  for (const { entry, difference, inPeriod, line } of work) {
    const { walletID } = entry;
    const record = String(walletID);
    const own = byEntry.get(walletID) ?? [];
    byEntry.delete(walletID);
    findings.at("chain", { file: FILE, line, record }, () => {
      const isBreak = inPeriod && difference !== 0;
      must(own.length === (isBreak ? 1 : 0), `${own.length} findings are about its balance`);
      const [finding] = own;
      if (finding === undefined) return;
      const rule = json.text(finding, "rule");
      must(finding["difference"] === difference, `its finding states another difference than ${difference}`);
      must(
        (rule === "history-gap") === (leaves[line - 1]?.["gap"] === true),
        "its finding is of another rule",
      );
      if (rule !== "chain-break") return;
      must(finding["actual"] === entry.balance, "its finding states another balance");
      must(finding["expected"] === entry.balance - difference, "its finding expects another balance");
    });
  }
  for (const walletID of byEntry.keys())
    findings.broken("chain", "a finding is about the balance of an entry that does not break", {
      file: "findings.jsonl",
      record: json.shown(walletID),
    });
}

function checkConvention(
  chains: readonly Chain[],
  leaves: readonly Members[],
  check: Check,
  findings: Findings,
): void {
  const under = { asset: movementUnder("asset"), bank: movementUnder("bank") };
  const breaks = { asset: 0, bank: 0 };
  const zeros = { asset: 0, bank: 0 };
  let links = 0;
  for (const { work } of chains) {
    const first = work[0]?.entry;
    if (first !== undefined)
      for (const name of ["asset", "bank"] as const)
        zeros[name] += Number(first.balance === under[name](first));
    for (const [index, { entry, line }] of work.entries()) {
      const before = work[index - 1]?.entry;
      if (before === undefined || leaves[line - 1]?.["gap"] === true) continue;
      links += 1;
      for (const name of ["asset", "bank"] as const)
        breaks[name] += Number(entry.balance !== before.balance + under[name](entry));
    }
  }
  findings.at("chain", { file: "month.jsonl", line: 1 }, () => {
    const stated = json.object(check.leaf, "convention");
    must(same(json.object(stated, "breaks"), breaks), "balances break at another number of entries");
    must(json.number(stated, "links") === links, `${links} balances follow on another`);
    const option = json.text(check.options, "convention");
    const byBreaks = breaks.asset - breaks.bank || zeros.bank - zeros.asset;
    const used = option === "auto" ? (byBreaks <= 0 ? "asset" : "bank") : option;
    must(check.convention === used, `the convention is ${used}`);
  });
}

/** Section 10, 8 and 9. */
export function checkRollForward(
  { chains, movement }: Chains,
  check: Check,
  frozen: Members,
  findings: Findings,
): void {
  const place = { file: "links.jsonl" };
  findings.at("roll-forward", place, () => {
    const wallets = json.objects(frozen, "wallets");
    must(
      wallets.length === chains.length,
      `${wallets.length} wallets were frozen, and there are ${chains.length}`,
    );
    for (const [index, chain] of chains.entries()) {
      const wallet = wallets[index] ?? {};
      const record = `wallet of user ${chain.userID}`;
      findings.at("roll-forward", { ...place, record }, () => checkWallet(chain, wallet, movement));
    }
    const checked = json.objects(check.leaf, "wallets");
    must(
      same(
        checked,
        wallets.map((wallet) => ({ ...wallet, tiesOut: true })),
      ),
      "the wallets of the check are not those that were frozen",
    );
  });
}

function checkWallet(
  { userID, businessID, entries, work }: Chain,
  wallet: Members,
  movement: Chains["movement"],
): void {
  must(wallet["userID"] === userID, "its wallet is of another user");
  must(businessID === null || wallet["businessID"] === businessID, "its wallet is of another business");
  const inPeriod = work.filter((one) => one.inPeriod);
  const before = work.findLast((one) => !one.inPeriod)?.entry;
  const [first] = entries as [Entry, ...Entry[]];
  const movements = inPeriod.map((one) => one.movement);
  const opening = before?.balance ?? first.balance - movement(first);
  const figures = {
    entries: inPeriod.length,
    opening,
    inflow: sum(movements.filter((amount) => amount >= 0)),
    outflow: 0 - sum(movements.filter((amount) => amount < 0)),
    breakDifference: sum(inPeriod.map(({ difference }) => difference)),
    closing: inPeriod.at(-1)?.entry.balance ?? opening,
  };
  for (const [name, amount] of Object.entries(figures))
    must(json.number(wallet, name) === amount, `its ${name} is ${amount}`);
  const { inflow, outflow, breakDifference, closing } = figures;
  must(
    sum([opening, inflow, -outflow, breakDifference]) === closing,
    "opening and movements do not come to its closing",
  );
}
