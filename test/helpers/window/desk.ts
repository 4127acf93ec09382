/** Desks of windows over a real ledger, whose calls are answered as main answers them. */
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { faultOf } from "../../../src/ipc/envelope.ts";
import { decideMatch, undoMatch } from "../../../src/main/services/review/match.ts";
import { decide, listNewerDecisions, readReview, undo } from "../../../src/main/services/review/review.ts";
import { type Api, ApiError } from "../../../src/renderer/bridge/api-provider.tsx";
import { type Deciders, DecisionDesk } from "../../../src/renderer/rows/decision-desk.ts";
import { DecisionLog } from "../../../src/renderer/rows/decision-log.ts";
import { Outbox } from "../../../src/renderer/rows/desk-state.ts";
import type { DecisionDraft } from "../../../src/renderer/bridge/protocol.ts";
import type { TabStorage } from "../../../src/renderer/bridge/tab-storage.ts";
import { CONTEXT, ledgerToReview } from "../ledgers/review-ledger.ts";

export const NOW: Deciders = {
  whoDecides: async () => "A. Reviewer",
  period: null,
  options: DEFAULT_OPTIONS,
};

export type ReviewApi = Pick<
  Api,
  "review.list" | "review.decide" | "review.undo" | "match.decide" | "match.undo"
>;

/** The review's methods as main answers them. */
export function reviewApi(ledger: string): ReviewApi {
  const crossing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return structuredClone(await work());
    } catch (error) {
      throw new ApiError(faultOf(error));
    }
  };
  const taken = (decisions: readonly Decision[]) => ({ first: decisions[0]!.id, count: decisions.length });
  return {
    "review.list": ({ after = null }) => crossing(async () => listNewerDecisions({ ledger, after })),
    "review.decide": (request) =>
      crossing(async () =>
        taken(await decide({ ...request, options: request.options as CheckOptions, ledger }, CONTEXT)),
      ),
    "review.undo": (request) => crossing(async () => taken(await undo({ ...request, ledger }, CONTEXT))),
    "match.decide": (request) => crossing(async () => decideMatch({ ...request, ledger }, CONTEXT)),
    "match.undo": (request) => crossing(async () => undoMatch({ ...request, ledger }, CONTEXT)),
  };
}

/** A window's desk, with a list of its own; `told` is what it shows. */
export function deskOver(
  api: ReviewApi,
  told: Decision[] = [],
  storage: TabStorage | null = null,
): DecisionDesk {
  const log = new DecisionLog(api);
  const readNewer = async () => {
    const decisions = await log.read();
    told.splice(0, told.length, ...decisions);
    return decisions;
  };
  return new DecisionDesk({ api, readNewer, outbox: new Outbox(storage, "ledger") });
}

export async function desks(count: number) {
  const ledger = await ledgerToReview();
  const { findings } = readReview({ ledger, period: null, options: {} }, CONTEXT);
  const fingerprints = findings.map(({ finding }) => finding.fingerprint);
  const told: Decision[] = [];
  const made = Array.from({ length: count }, () => deskOver(reviewApi(ledger), told));
  const status = (fingerprint: string) =>
    readReview({ ledger, period: null, options: {} }, CONTEXT).findings.find(
      ({ finding }) => finding.fingerprint === fingerprint,
    )?.status;
  return { ledger, made, fingerprints, told, status };
}

export function draft(
  fingerprints: readonly string[],
  note = "seen",
  seen: number | null = null,
): DecisionDraft {
  const items = fingerprints.map((fingerprint) => ({ fingerprint, seen }));
  return { items, status: "explained", note, about: "it" };
}

/** A tab's storage that outlives the page. */
export function tab() {
  const held = new Map<string, string>();
  const storage: TabStorage = {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
  return { held, storage };
}
