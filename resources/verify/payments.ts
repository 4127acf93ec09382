/** What was expected of each transaction, and what came, done again (docs/evidence-pack.md, section 11). */
import type { Chain, Chains, Check, EntryWork } from "./entries.ts";
import * as json from "./json.ts";
import { type Members, Wrong, sum } from "./json.ts";
import type { Pack } from "./pack.ts";
import type { Entry, Payment, Records } from "./records.ts";
import { type Findings, must } from "./report.ts";
import { type Standings, idsOf } from "./rules.ts";

const FILE = "transaction-work.jsonl";
const DAY_MS = 86_400_000;

export interface PaymentWork {
  readonly payment: Payment;
  readonly expected: number | null;
  readonly due: number | null;
  readonly net: number;
  readonly settlement: string;
  readonly inPeriod: boolean;
  /** As its line states it. */
  readonly block: number | null;
  readonly dueIn: number;
  readonly entries: readonly EntryWork[];
}

export interface Payments {
  readonly work: readonly PaymentWork[];
  readonly byEntry: ReadonlyMap<number, PaymentWork>;
  /** The block of an entry's wallet. */
  readonly blockOf: (entry: Entry) => number;
}

interface Group {
  readonly lead: Payment;
  /** By payID. */
  readonly payments: readonly Payment[];
  readonly entries: ReadonlySet<number>;
}

export function checkPayments(
  pack: Pack,
  given: {
    readonly records: Records;
    readonly chains: Chains;
    readonly check: Check;
    readonly standings: Standings;
  },
  findings: Findings,
): Payments {
  const redoer = new Redoer(given);
  const lines = pack.lists["transaction-work"];
  const payments = [...given.records.payments.values()].toSorted((a, b) => a.payID - b.payID);
  if (lines.length !== payments.length)
    findings.broken("payments", `${payments.length} transactions are held, and ${lines.length} are here`, {
      file: FILE,
    });
  const work: PaymentWork[] = [];
  const byEntry = new Map<number, PaymentWork>();
  for (const one of given.chains.work.values())
    findings.at(
      "payments",
      { file: "entry-work.jsonl", line: one.line, record: String(one.entry.walletID) },
      () => {
        const tied = redoer.tieOf(one.entry)?.payID ?? null;
        must(one.payID === tied, `it is tied to ${tied === null ? "no transaction" : `transaction ${tied}`}`);
      },
    );
  for (const [index, { leaf, number: line }] of lines.entries()) {
    const payment = payments[index];
    const record = json.shown(leaf["payID"]);
    findings.at("payments", { file: FILE, line, record }, () => {
      if (payment === undefined || leaf["payID"] !== payment.payID)
        throw new Wrong("it is not the transaction that comes next");
      const done = redoer.redo(payment, leaf, (rule) =>
        findings.at("payments", { file: FILE, line, record }, rule),
      );
      work.push(done);
      for (const { entry } of done.entries) byEntry.set(entry.walletID, done);
    });
  }
  checkFindings(work, byEntry, given, findings);
  const stated = "Where two currencies meet, which payment is due in which is taken as stated";
  if (json.objects(given.standings.frozen, "proofs").length > 1) findings.stated("payments", stated);
  return { work, byEntry, blockOf: (entry) => redoer.blockOf(entry) };
}

class Redoer {
  readonly #payments: ReadonlyMap<number, Payment>;
  readonly #byPayref: ReadonlyMap<string, readonly Payment[]>;
  readonly #chains: Chains;
  readonly #check: Check;
  readonly #tolerance: number;
  readonly #currencies: readonly (string | null)[];
  readonly #isTorn: boolean;
  readonly #datesAhead: ReadonlySet<unknown>;
  readonly #groups = new Map<number, Group>();
  readonly #groupOfEntry = new Map<number, Group>();
  readonly #tied: ReadonlyMap<number, readonly EntryWork[]>;
  readonly #laterByPayref: ReadonlyMap<string, readonly Entry[]>;
  readonly #blocks = new Map<Chain | undefined, number>();

  constructor({
    records,
    chains,
    check,
    standings,
  }: {
    readonly records: Records;
    readonly chains: Chains;
    readonly check: Check;
    readonly standings: Standings;
  }) {
    this.#payments = records.payments;
    this.#chains = chains;
    this.#check = check;
    this.#tolerance = json.number(check.options, "tolerance");
    this.#currencies = json
      .objects(standings.frozen, "proofs")
      .map((proof) => (json.member(proof, "currency") === null ? null : json.text(proof, "currency")));
    for (const [index, wallet] of json.objects(standings.frozen, "wallets").entries()) {
      const at = this.#currencies.indexOf(json.member(wallet, "currency") as string | null);
      if (at !== -1) this.#blocks.set(chains.chains[index], at);
    }
    const pullId = json.number(standings.frozen, "pullId");
    this.#isTorn = standings.pulls.some(({ id, payload }) => {
      const torn = json.member(payload, "torn");
      return id <= pullId && torn !== null && torn !== false;
    });
    this.#datesAhead = new Set((check.findings.get("date-ahead") ?? []).map((finding) => finding["payID"]));
    this.#byPayref = Map.groupBy(records.payments.values(), ({ payref }) => payref);
    for (const { link, records: bound } of standings.matches) this.#takeMatch(bound, link, records);
    const tied = new Map<number, EntryWork[]>();
    for (const one of chains.work.values()) {
      const to = this.tieOf(one.entry);
      if (to === null) continue;
      const known = tied.get(to.payID);
      if (known === undefined) tied.set(to.payID, [one]);
      else known.push(one);
    }
    this.#tied = tied;
    const later = [...records.entries.values()].filter(({ walletID }) => !chains.work.has(walletID));
    this.#laterByPayref = Map.groupBy(later, ({ payref }) => payref);
  }

  #takeMatch(bound: Members, link: number, records: Records): void {
    if (json.member(bound, "bank") !== null) return;
    const [entries, ids] = [idsOf(bound, "entries"), idsOf(bound, "transactions")];
    if (entries.length === 0 || ids.length === 0 || records.areBound(bound, link) === false) return;
    if (!entries.every((walletID) => this.#chains.work.has(walletID))) return;
    const payments = ids.map((id) => this.#payments.get(id) as Payment);
    const group = { lead: this.#chosenOf(payments), payments, entries: new Set(entries) };
    for (const payID of ids) this.#groups.set(payID, group);
    for (const walletID of entries) this.#groupOfEntry.set(walletID, group);
  }

  /** One entry's transaction: that of a match, else the chosen one of its payref, or who leads its match. */
  tieOf({ walletID, payref }: Entry): Payment | null {
    const group = this.#groupOfEntry.get(walletID);
    if (group !== undefined) return group.lead;
    const all = payref === "" ? [] : (this.#byPayref.get(payref) ?? []);
    if (all.length === 0) return null;
    const chosen = this.#chosenOf(all);
    return this.#groups.get(chosen.payID)?.lead ?? chosen;
  }

  #chosenOf(payments: readonly Payment[]): Payment {
    const live = payments.filter((payment) => this.#isLive(payment));
    return (live.length > 0 ? live : payments).reduce((a, b) => (b.payID < a.payID ? b : a));
  }

  #isPaid({ paidMs, cycle, raised }: Payment): boolean {
    return (paidMs !== null && paidMs <= this.#check.toMs) || (cycle === "crowd-pay" && raised > 0);
  }

  #isLive(payment: Payment): boolean {
    return this.#isPaid(payment) && !payment.isDeleted;
  }

  /** @param rule runs a comparison of its own, so that one line says all that is wrong with it */
  redo(payment: Payment, leaf: Members, rule: (compare: () => void) => void): PaymentWork {
    const { payID } = payment;
    const group = this.#groups.get(payID);
    const several = group !== undefined && group.payments.length > 1 ? group : null;
    const entries = this.#tied.get(payID) ?? [];
    const net = sum(entries.map(({ movement }) => movement));
    const hasStatedDates = this.#datesAhead.has(payID);
    const paid = hasStatedDates ? leaf["paid"] === true : this.#isPaid(payment);
    const skip = this.#skip(payment, several, json.text(leaf, "skip"));
    const expected = skip === "none" ? this.#expected(payment, several) : null;
    const view: View = { payment, group, several, entries, net, paid, expected, skip };
    const settlement = this.#settlement(view, json.text(leaf, "settlement"), hasStatedDates);
    const due = dueOf(settlement, expected, paid && !payment.isDeleted);
    const own = hasStatedDates ? leaf["inPeriod"] === true : this.#isInPeriod(group, payment);
    const isNumber = { entries: entries.length, net, expected };
    for (const [name, value] of Object.entries(isNumber))
      rule(() => must(json.numberOrNull(leaf, name) === value, `its "${name}" is ${value ?? "null"}`));
    for (const [name, value] of Object.entries({ paid, skip, settlement, inPeriod: own }))
      rule(() => must(leaf[name] === value, `its "${name}" is ${value}`));
    rule(() => this.#checkBlock(payment, leaf, entries));
    const [block, dueIn] = [json.numberOrNull(leaf, "block"), json.number(leaf, "dueIn")];
    return { payment, expected, due, net, settlement, inPeriod: own, block, dueIn, entries };
  }

  #skip(payment: Payment, several: Group | null, stated: string): string {
    if (several === null) return this.#ownSkip(payment, stated);
    if (several.lead.payID !== payment.payID) return "none";
    const all = several.payments.toSorted((a, b) => a.payID - b.payID);
    return all.map((one) => this.#ownSkip(one, stated)).find((skip) => skip !== "none") ?? "none";
  }

  #ownSkip({ cycle, isSeller, userID, businessID, createdMs }: Payment, stated: string): string {
    if (!["one-time", "milestone", "crowd-pay"].includes(cycle)) return "cycle";
    if (cycle === "crowd-pay" && !isSeller) return "contribution";
    if (stated === "currency") return stated;
    const begin = this.#beginOf(userID, businessID);
    return begin !== null && createdMs !== null && createdMs < begin ? "before-history" : "none";
  }

  /** When the first entry of a chain is dated that does not open it at zero. */
  #beginOf(userID: number, businessID: number | null): number | null {
    const first = this.#chains.of(userID, businessID)?.work[0];
    return first === undefined || first.entry.balance === first.movement ? null : first.dateMs;
  }

  #expected(payment: Payment, several: Group | null): number {
    if (several === null) return this.#expectedAlone(payment);
    if (several.lead.payID !== payment.payID) return 0;
    return sum(several.payments.filter((one) => this.#isLive(one)).map((one) => this.#expectedAlone(one)));
  }

  #expectedAlone(payment: Payment): number {
    const { cycle, isSeller, tasks, raised, payref, charged, escrow, tax, payable } = payment;
    if (!isSeller) return 0 - payable;
    let charges = charged;
    if (cycle === "milestone") {
      const done = tasks.filter(
        ({ isComplete, atMs }) => isComplete && (atMs === null || atMs <= this.#check.toMs),
      );
      if (done.length === 0) return 0;
      charges = sum(done.map(({ amount }) => amount));
    } else if (cycle === "crowd-pay") {
      const later = payref === "" ? [] : (this.#laterByPayref.get(payref) ?? []);
      charges = Math.max(0, raised - sum(later.map(this.#chains.movement)));
      if (charges === 0) return 0;
    }
    const basis = json.text(json.object(this.#check.leaf, "settlementBasis"), "used");
    const isWhole = cycle === "one-time";
    const amounts = new Map([
      ["charged", charges],
      ["less-escrow", charges - escrow],
      ["less-fees", charges - escrow - tax],
      ["payable", isWhole ? payable : charges + escrow + tax],
    ]);
    const amount = amounts.get(basis);
    if (amount === undefined) throw new Wrong(`the settlement basis "${basis}" is not known`);
    return amount;
  }

  #settlement(view: View, stated: string, hasStatedDates: boolean): string {
    const { payment, group, entries, paid, expected, skip } = view;
    const { payID, payref, isDeleted, paidMs, createdMs } = payment;
    if (
      group === undefined &&
      payref !== "" &&
      this.#chosenOf(this.#byPayref.get(payref) ?? [payment]) !== payment
    )
      return "notJudged";
    if (group !== undefined && group.lead.payID !== payID) return "settledTogether";
    if (entries.length > 0) return this.#settlementOf(view);
    const begin = this.#beginOf(payment.userID, payment.businessID);
    if (skip !== "none" || (begin !== null && paidMs !== null && paidMs < begin)) return "notJudged";
    const isLater = paidMs === null && createdMs !== null && createdMs > this.#check.toMs;
    if (!paid || isDeleted || expected === 0 || isLater) return "notDue";
    const since = Date.parse(json.text(this.#check.leaf, "asOf"));
    const days = json.number(this.#check.options, "cutoffDays");
    const isInTransit = paidMs !== null && paidMs > since - days * DAY_MS;
    if (stated === "inTransit" && (this.#isTorn || hasStatedDates)) return stated;
    if (stated === "unsettled" && hasStatedDates) return stated;
    return isInTransit ? "inTransit" : "unsettled";
  }

  #settlementOf({ payment, several, entries, net, paid, expected, skip }: View): string {
    const t = this.#tolerance;
    if (skip !== "none" || expected === null) return "notJudged";
    const movements = entries.map(({ movement }) => movement);
    const isBothWays = movements.some((amount) => amount > 0) && movements.some((amount) => amount < 0);
    if (net === 0 && isBothWays && !(several !== null && Math.abs(expected) <= t)) return "reversed";
    if (!paid) return "entryForUnpaid";
    const different = new Set(movements);
    const isRepeated = different.size < movements.length;
    if (payment.cycle === "one-time" && several === null && isRepeated) {
      if (Math.abs(sum(different) - expected) <= t) return "duplicated";
    }
    if (Math.abs(net - expected) <= t) return "settled";
    if (net === 0 - expected) return "direction";
    return Math.abs(net) > Math.abs(expected) ? "over" : "under";
  }

  #isInPeriod(group: Group | undefined, payment: Payment): boolean {
    const { fromMs, toMs } = this.#check;
    return (group?.payments ?? [payment]).some(({ payID, paidMs, createdMs }) => {
      const at = paidMs !== null && paidMs <= toMs ? paidMs : createdMs;
      const isOwn = at !== null && at >= fromMs && at <= toMs;
      return isOwn || (this.#tied.get(payID) ?? []).some(({ inPeriod }) => inPeriod);
    });
  }

  #checkBlock({ currency }: Payment, leaf: Members, entries: readonly EntryWork[]): void {
    const [block, dueIn] = [json.numberOrNull(leaf, "block"), json.number(leaf, "dueIn")];
    const last = this.#currencies.length - 1;
    must(dueIn >= 0 && dueIn <= last, "it is due in no block of the month");
    if (last === 0) must(block === 0 && dueIn === 0, "it lies in another block than the month's only one");
    if (last === 0) return;
    if (entries.length === 0) return must(block === dueIn, "it lies in another block than it is due in");
    const blocks = new Set(entries.map(({ entry }) => this.blockOf(entry)));
    const [own] = blocks;
    if (blocks.size > 1) return must(block === null, "its entries lie in several blocks");
    must(block === own || block === null, `its entries lie in block ${own}`);
    const states = currency === null ? -1 : this.#currencies.indexOf(currency);
    if (states !== -1 && this.#currencies[own ?? last] !== null)
      must((block === null) === (states !== own), "its block is not that of its currency");
  }

  /** The block of an entry's wallet. */
  blockOf({ userID, businessID }: Entry): number {
    return this.#blocks.get(this.#chains.of(userID, businessID)) ?? this.#currencies.length - 1;
  }
}

interface View {
  readonly payment: Payment;
  readonly group: Group | undefined;
  readonly several: Group | null;
  readonly entries: readonly EntryWork[];
  readonly net: number;
  readonly paid: boolean;
  readonly expected: number | null;
  readonly skip: string;
}

function dueOf(settlement: string, expected: number | null, isLive: boolean): number | null {
  if (settlement === "notJudged") return null;
  if (settlement === "notDue" || settlement === "entryForUnpaid") return 0;
  return settlement === "reversed" && !isLive ? 0 : expected;
}

function checkFindings(
  work: readonly PaymentWork[],
  byEntry: ReadonlyMap<number, PaymentWork>,
  { chains, check }: { readonly chains: Chains; readonly check: Check },
  findings: Findings,
): void {
  const told = (rule: string, id: "payID" | "walletID") =>
    Map.groupBy(check.findings.get(rule) ?? [], (finding) => finding[id]);
  const compare = (
    rule: string,
    id: "payID" | "walletID",
    due: ReadonlySet<number>,
    may: ReadonlySet<number>,
  ) => {
    const by = told(rule, id);
    for (const record of due)
      if (by.get(record)?.length !== 1)
        findings.broken("payments", `it asks for one finding "${rule}"`, {
          file: "findings.jsonl",
          record: json.shown(record),
        });
    for (const [record, own] of by)
      if (typeof record !== "number" || own.length > 1 || !(due.has(record) || may.has(record)))
        findings.broken("payments", `the finding "${rule}" does not fit it`, {
          file: "findings.jsonl",
          record: json.shown(record),
        });
  };
  const none: ReadonlySet<number> = new Set();
  const idsWith = (...settlements: string[]) =>
    work.filter(({ settlement }) => settlements.includes(settlement));
  const idOf = ({ payment }: PaymentWork) => payment.payID;
  compare("paid-without-entry", "payID", new Set(idsWith("unsettled").map(idOf)), none);
  const orphans = [...chains.work.values()].filter(
    ({ entry }) => entry.payref !== "" && !byEntry.has(entry.walletID),
  );
  compare("orphan-payref", "walletID", new Set(orphans.map(({ entry }) => entry.walletID)), none);
  const inTransit = new Set((check.findings.get("in-transit") ?? []).map((finding) => finding["payID"]));
  const wrong = idsWith("direction", "over", "under").filter(({ inPeriod }) => inPeriod);
  const isWaiting = ({ payment, settlement }: PaymentWork) =>
    settlement === "under" && inTransit.has(payment.payID);
  const due = new Set(wrong.filter((one) => !isWaiting(one)).map(idOf));
  compare("amount-mismatch", "payID", due, none);
  const byID = new Map(work.map((one) => [one.payment.payID, one]));
  for (const finding of check.findings.get("amount-mismatch") ?? []) {
    const one = byID.get(finding["payID"] as number);
    if (one === undefined) continue;
    const { expected, net } = one;
    const isSame = finding["expected"] === expected && finding["actual"] === net;
    if (!isSame || finding["difference"] !== net - (expected ?? 0))
      findings.broken("payments", "its finding states other amounts", {
        file: "findings.jsonl",
        record: json.shown(finding["payID"]),
      });
  }
  const repeats = idsWith("duplicated").flatMap(({ entries, inPeriod }) => {
    const seen = new Set<number>();
    return entries
      .toSorted((a, b) => a.entry.walletID - b.entry.walletID)
      .filter(({ movement }) => seen.size === seen.add(movement).size)
      .map((one) => ({ walletID: one.entry.walletID, isDue: one.inPeriod, mayBe: inPeriod }));
  });
  compare(
    "duplicate-entry",
    "walletID",
    new Set(repeats.filter(({ isDue }) => isDue).map(({ walletID }) => walletID)),
    new Set(repeats.filter(({ mayBe }) => mayBe).map(({ walletID }) => walletID)),
  );
}
