/** What the audit trail says that every table holds, gathered link by link. */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { KeptOptions } from "../../../core/options.ts";
import type { DecidedFinding, Decision } from "../../../core/review/decision.ts";
import type { CloseStep } from "../../../core/review/close.ts";
import type { ManualMatch } from "../../../core/review/manual-match.ts";
import type { Link } from "../audit.ts";
import { OPTIONS_BEFORE } from "../migrations/0003-check-options.ts";
import type { RowsDigest } from "../row-digests.ts";

/** The values of one row, in the order its table is read. */
export type RecordedRow = readonly (string | number | null)[];

export interface TextRange extends RowsDigest {
  readonly pull: number;
  /** Ids from … to − 1. */
  readonly from: number;
  readonly to: number;
}

/** The payload of a setting's link, as `settings.ts` writes it; the first schemas wrote no options. */
interface SettingPayload {
  readonly timeZone: string;
  readonly decimals: number;
  readonly options?: KeptOptions;
}

/** The payload of a decision's link, as `decision.ts` writes it. */
interface DecisionPayload extends Omit<Decision, "id" | "atMs" | "finding"> {
  readonly decision: number;
  readonly finding: DecidedFinding;
}

/** The payload of a match's link, as `manual-match.ts` writes it. */
type MatchPayload = Omit<ManualMatch, "id" | "atMs"> & { readonly match: number };

/** The payload of a close's link, as `close-step.ts` writes it. */
type ClosePayload = Omit<CloseStep, "id" | "atMs"> & { readonly close: number };

/** The payload of a pull's link, as `publish` writes it. */
interface PullPayload {
  readonly pull: number;
  readonly source: string;
  readonly startedAtMs: number;
  readonly finishedAtMs: number | null;
  readonly baseUrl: string | null;
  readonly limit: number | null;
  readonly user: JsonValue;
  readonly businesses: readonly JsonValue[];
  readonly bodies: readonly {
    readonly endpoint: string;
    readonly name: string;
    readonly sha256: string;
    readonly bytes: number;
  }[];
  readonly entries: {
    readonly received: number;
    readonly range: { readonly from: number; readonly to: number } | null;
  } | null;
  readonly transactions: { readonly received: number } | null;
  readonly rows: Readonly<Record<string, RowsDigest>>;
  readonly texts: Readonly<Record<"payref" | "label", Omit<TextRange, "pull">>>;
}

export class Recorded {
  readonly ledger: RecordedRow[] = [];
  readonly settings: RecordedRow[] = [];
  readonly pulls: RecordedRow[] = [];
  readonly callers: RecordedRow[] = [];
  readonly bodies: RecordedRow[] = [];
  readonly runs: RecordedRow[] = [];
  readonly decisions: RecordedRow[] = [];
  readonly matches: RecordedRow[] = [];
  readonly closeSteps: RecordedRow[] = [];
  /** Per table of records and pull. */
  readonly rows = new Map<string, Map<number, RowsDigest>>();
  readonly texts: Record<"payref" | "label", TextRange[]> = { payref: [], label: [] };
  /** Ids of the answers that were dropped on purpose. */
  readonly pruned = new Set<number>();

  /**
   * Takes in what a link says.
   *
   * @throws Error when it says what no link of Tieout says
   */
  take(link: Link): void {
    const payload: unknown = JSON.parse(link.payload);
    if ((link.kind === "created") !== (link.sequence === 1)) throw new Error("the first link alone is made");
    switch (link.kind) {
      case "created":
        this.ledger.push([1, (payload as { readonly ledgerId: string }).ledgerId, link.atMs]);
        return;
      case "setting":
        this.#takeSetting(payload as SettingPayload);
        return;
      case "pull":
        this.#takePull(payload as PullPayload);
        return;
      case "run": {
        const { run, sha256 } = payload as { readonly run: number; readonly sha256: string };
        this.runs.push([run, link.atMs, sha256]);
        return;
      }
      case "decision":
        this.#takeDecision(payload as DecisionPayload, link.atMs);
        return;
      case "match":
        this.#takeMatch(payload as MatchPayload, link.atMs);
        return;
      case "close":
        this.#takeClose(payload as ClosePayload, link.atMs);
        return;
      case "prune": {
        const { bodies } = payload as { readonly bodies: readonly { readonly id: number }[] };
        for (const { id } of bodies) this.pruned.add(id);
        return;
      }
      case "export":
      case "restore":
        return;
      default:
        throw new Error(`there is no link of kind ${String(link.kind satisfies never)}`);
    }
  }

  #takeSetting({ timeZone, decimals, options = OPTIONS_BEFORE }: SettingPayload): void {
    const { convention, settlementBasis, tolerance, cutoffDays, chainScope } = options;
    this.settings.push([
      this.settings.length + 1,
      timeZone,
      decimals,
      convention,
      settlementBasis,
      tolerance,
      cutoffDays,
      chainScope,
    ]);
  }

  #takeDecision(payload: DecisionPayload, atMs: number): void {
    const { decision, fingerprint, status, note, by, undoes, finding } = payload;
    this.decisions.push([decision, fingerprint, status, note, by, atMs, undoes, documentOf(finding)]);
  }

  #takeMatch({ match, note, by, undoes, records }: MatchPayload, atMs: number): void {
    this.matches.push([match, note, by, atMs, undoes, documentOf(records)]);
  }

  #takeClose({ close, month, step, by, note, frozen }: ClosePayload, atMs: number): void {
    this.closeSteps.push([close, month, step, by, note, atMs, frozen === null ? null : documentOf(frozen)]);
  }

  #takePull(payload: PullPayload): void {
    const { pull, entries, transactions, user, businesses } = payload;
    this.pulls.push([
      pull,
      payload.source,
      payload.startedAtMs,
      payload.finishedAtMs,
      payload.baseUrl,
      payload.limit,
      entries?.received ?? null,
      entries?.range?.from ?? null,
      entries?.range?.to ?? null,
      transactions?.received ?? null,
    ]);
    if (user !== null) this.callers.push([pull, 0, "user", canonicalJson(user)]);
    businesses.forEach((business, at) => {
      this.callers.push([pull, at + 1, "business", canonicalJson(business)]);
    });
    for (const { endpoint, name, sha256, bytes } of payload.bodies) {
      this.bodies.push([this.bodies.length + 1, pull, endpoint, name, sha256, bytes]);
    }
    for (const [table, digest] of Object.entries(payload.rows)) {
      const byPull = this.rows.get(table) ?? new Map<number, RowsDigest>();
      this.rows.set(table, byPull.set(pull, digest));
    }
    for (const name of ["payref", "label"] as const) {
      const { from, to, rows, digest } = payload.texts[name];
      this.texts[name].push({ pull, from, to, rows, digest });
    }
  }
}

function documentOf(value: object): string {
  return canonicalJson(value as JsonValue);
}
