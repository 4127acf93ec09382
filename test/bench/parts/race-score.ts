/** How much of what went wrong in a world's service a check says as it was. */
import type { CheckResult } from "../../../src/core/reconcile/input/result.ts";
import type { Incident, World, WorldEntry, WorldPlan } from "../../../sandbox/world.ts";

/** What a check says of a break or a payment. */
interface Said {
  readonly rule: string;
  readonly severity: string;
  readonly walletID: number | null;
  readonly payID: number | null;
  readonly cause?: string;
  readonly kind?: string;
  readonly continuesFrom?: number;
}

interface SaidCause {
  readonly kind: string;
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
}

/** So many there were, and so many of them were said right. */
export interface Share {
  of: number;
  right: number;
}

export interface RaceScore {
  /** Links that do not follow, and those that the check found. */
  readonly breaks: Share;
  /** Rows that visibly go on from another than the one before, and those told to go on from that one. */
  readonly staleRows: Share;
  /** Visible breaks of rows out of order or read late. */
  readonly misplacedRows: Share;
  /** Overwritten entries, and those named. */
  readonly lostEntries: Share;
  /** Entries named as overwritten, and those that were. */
  readonly namedEntries: Share;
  /** Breaks that the check reports, and those that are. */
  readonly reportedBreaks: Share;
  /** Incidents that facts show, and causes that the check makes of them. */
  readonly causes: Share;
  /** Incidents, by kind. */
  readonly kinds: Map<Incident["kind"], Share>;
  /** What was not said right, a line each. */
  readonly wrong: string[];
}

export function emptyScore(): RaceScore {
  const share = (): Share => ({ of: 0, right: 0 });
  return {
    breaks: share(),
    staleRows: share(),
    misplacedRows: share(),
    lostEntries: share(),
    namedEntries: share(),
    reportedBreaks: share(),
    causes: share(),
    kinds: new Map(),
    wrong: [],
  };
}

/** Adds what a check of a world of races says to a score. */
export function scoreCheck(score: RaceScore, plan: WorldPlan, world: World, result: CheckResult): void {
  new Judge(score, plan, world, result).judge();
}

/** No fact shows these: nothing is amiss, or nothing ties the two entries to a payment. */
const UNSHOWN: ReadonlySet<Incident["kind"]> = new Set(["refunded", "withdrawn-twice", "funded-twice"]);

class Judge {
  readonly #score: RaceScore;
  readonly #plan: WorldPlan;
  readonly #incidents: readonly Incident[];
  readonly #findings: readonly Said[];
  readonly #causes: readonly SaidCause[];
  readonly #breaks: ReadonlyMap<number | null, Said>;
  readonly #wallets: readonly (readonly WorldEntry[])[];
  /** Rows whose balance does not follow from the one before. */
  readonly #visible: ReadonlySet<number>;

  constructor(score: RaceScore, plan: WorldPlan, world: World, { findings, causes }: CheckResult) {
    this.#score = score;
    this.#plan = plan;
    this.#incidents = world.incidents ?? [];
    this.#findings = findings;
    this.#causes = causes.items;
    const breaks = this.#findings.filter(({ rule }) => rule === "chain-break");
    this.#breaks = new Map(breaks.map((finding) => [finding.walletID, finding]));
    const groups = Map.groupBy(world.entries, ({ businessID }) => (plan.wallets === 2 ? businessID : 0));
    this.#wallets = [...groups.values()];
    this.#visible = new Set(
      this.#wallets
        .flatMap((rows) =>
          rows.filter((row, at) => row.balance !== (rows[at - 1]?.balance ?? 0) + this.#movementOf(row)),
        )
        .map(({ walletID }) => walletID),
    );
  }

  judge(): void {
    const { breaks, reportedBreaks, causes } = this.#score;
    for (const walletID of this.#visible) this.#add(breaks, this.#breaks.has(walletID), `break ${walletID}`);
    for (const walletID of this.#breaks.keys()) {
      this.#add(reportedBreaks, walletID !== null && this.#visible.has(walletID), `false break ${walletID}`);
    }
    for (const incident of this.#incidents) {
      const isShown = this.#isShown(incident);
      if (isShown) causes.of += 1;
      if (!isShown && !UNSHOWN.has(incident.kind)) continue;
      const share = this.#score.kinds.get(incident.kind) ?? { of: 0, right: 0 };
      this.#score.kinds.set(incident.kind, share);
      this.#add(
        share,
        this.#isRight(incident),
        `${incident.kind}: ${incident.told}; said: ${this.#said(incident)}`,
      );
      this.#judgeRows(incident);
    }
    causes.right += this.#causes.length;
    this.#judgeNamed();
  }

  #judgeRows(incident: Incident): void {
    const { staleRows, misplacedRows, lostEntries } = this.#score;
    for (const { walletID, parent } of incident.parents) {
      if (!this.#visible.has(walletID)) continue;
      this.#add(staleRows, this.#isStale(walletID, parent), `${walletID} goes on from ${parent}`);
    }
    if (incident.kind === "lost-update") {
      const named = this.#namedOf("overwritten-entries");
      for (const walletID of incident.walletIDs)
        this.#add(lostEntries, named.has(walletID), `lost ${walletID}`);
    }
    for (const walletID of this.#rowsOfStretch(incident)) {
      const isRight = this.#breaks.get(walletID)?.cause === causeOf(incident);
      this.#add(misplacedRows, isRight, `${walletID} of ${incident.kind}`);
    }
  }

  #judgeNamed(): void {
    const lost = new Set(
      this.#incidents.flatMap(({ kind, walletIDs }) => (kind === "lost-update" ? walletIDs : [])),
    );
    for (const walletID of this.#namedOf("overwritten-entries")) {
      this.#add(this.#score.namedEntries, lost.has(walletID), `named as lost: ${walletID}`);
    }
  }

  /** Whether all that the check says of it is so. */
  #isRight(incident: Incident): boolean {
    const { kind, walletIDs, payIDs, parents } = incident;
    const breaks = this.#breakRowsOf(incident);
    switch (kind) {
      case "lost-update":
        return (
          this.#hasCause("overwritten-entries", walletIDs) &&
          parents.every(
            ({ walletID, parent }) => !this.#visible.has(walletID) || this.#isStale(walletID, parent),
          )
        );
      case "out-of-sequence":
      case "late-read":
        return this.#rowsOfStretch(incident).every(
          (walletID) => this.#breaks.get(walletID)?.cause === causeOf(incident),
        );
      case "paid-without-credit":
        return this.#hasCause("single", [], payIDs);
      case "credit-without-fee":
        return this.#findings.some(({ payID, kind: said }) => payID === payIDs[0] && said === "fee-missing");
      case "balance-without-entry":
        return payIDs.length === 0
          ? this.#hasCause("single", breaks) && this.#breaks.get(breaks[0] ?? null)?.cause === "missing-entry"
          : this.#hasCause("missing-entries", breaks, payIDs);
      case "lost-gross-leg":
        return this.#hasCause("missing-leg", breaks, payIDs);
      case "several-lost-entries":
        return this.#hasCause("missing-entries", breaks, payIDs);
      case "released-twice":
        return this.#hasCause("settled-again", walletIDs);
      case "withdrawn-twice":
      case "funded-twice":
      case "contributed-twice":
        return walletIDs.every((id) => this.#findings.some((one) => one.walletID === id && isRepeat(one)));
      case "refunded":
        return !this.#findings.some(({ payID, severity }) => payID === payIDs[0] && severity === "error");
    }
  }

  /** Whether some fact shows it: an overwritten row of no amount changes no balance. */
  #isShown({ kind, parents, ...incident }: Incident): boolean {
    if (kind === "lost-update") return parents.some(({ walletID }) => this.#visible.has(walletID));
    if (kind === "out-of-sequence" || kind === "late-read") {
      return this.#rowsOfStretch({ kind, parents, ...incident }).length > 0;
    }
    return !UNSHOWN.has(kind);
  }

  #isStale(walletID: number, parent: number): boolean {
    const said = this.#breaks.get(walletID);
    return said?.cause === "overwritten" && said.continuesFrom === parent;
  }

  /** Visible breaks of rows out of order or read late, and of the row after them. */
  #rowsOfStretch({ kind, walletIDs }: Incident): number[] {
    if (kind !== "out-of-sequence" && kind !== "late-read") return [];
    const stale = new Set(this.#incidents.flatMap(({ parents }) => parents).map(({ walletID }) => walletID));
    const after = this.#rowAfter(walletIDs.at(-1) ?? 0, walletIDs[0] ?? 0);
    return [...walletIDs, ...after].filter((walletID) => this.#visible.has(walletID) && !stale.has(walletID));
  }

  /** The rows that show movements which the balance holds and no row has. */
  #breakRowsOf({ lost, businessID }: Incident): number[] {
    return lost.flatMap(({ walletID, isInBalance }) => {
      if (!isInBalance || walletID === null) return [];
      const rows = this.#wallets.find(
        ([first]) => this.#plan.wallets !== 2 || first?.businessID === businessID,
      );
      const after = rows?.find((row) => row.walletID > walletID);
      return after === undefined ? [] : [after.walletID];
    });
  }

  #rowAfter(walletID: number, inWalletOf: number): number[] {
    const rows = this.#wallets.find((wallet) => wallet.some((row) => row.walletID === inWalletOf)) ?? [];
    const after = rows.find((row) => row.walletID > walletID);
    return after === undefined ? [] : [after.walletID];
  }

  #hasCause(kind: string, walletIDs: readonly number[], payIDs: readonly number[] = []): boolean {
    return this.#causes.some(
      (cause) =>
        cause.kind === kind &&
        String(cause.walletIDs) === String(walletIDs) &&
        (payIDs.length === 0 || String(cause.payIDs) === String(payIDs)),
    );
  }

  #namedOf(kind: string): Set<number> {
    return new Set(this.#causes.flatMap((cause) => (cause.kind === kind ? cause.walletIDs : [])));
  }

  /** The causes that hold its rows or payments, for who looks into what went wrong. */
  #said(incident: Incident): string {
    const ids = new Set([
      ...incident.walletIDs,
      ...incident.parents.map(({ walletID }) => walletID),
      ...this.#breakRowsOf(incident),
      ...this.#rowsOfStretch(incident),
    ]);
    const pays = new Set(incident.lost.length > 0 || ids.size === 0 ? incident.payIDs : []);
    const about = this.#causes.filter(
      ({ walletIDs, payIDs }) => walletIDs.some((id) => ids.has(id)) || payIDs.some((id) => pays.has(id)),
    );
    return about
      .map(({ kind, walletIDs, payIDs }) => `${kind} ${String([...walletIDs, ...payIDs])}`)
      .join(" | ");
  }

  #movementOf({ credit_balance, debit_balance }: WorldEntry): number {
    return this.#plan.convention === "bank" ? credit_balance - debit_balance : debit_balance - credit_balance;
  }

  #add(share: Share, isRight: boolean, otherwise: string): void {
    share.of += 1;
    if (isRight) share.right += 1;
    else this.#score.wrong.push(`seed ${this.#plan.seed}, 1 in ${this.#plan.oneIn}: ${otherwise}`);
  }
}

/** What the check calls the breaks of rows that are misplaced. */
function causeOf({ kind }: Incident): string {
  return kind === "late-read" ? "read-late" : "out-of-sequence";
}

function isRepeat({ rule }: Said): boolean {
  return rule === "repeated-session" || rule === "repeated-movement" || rule === "duplicate-entry";
}
