/** The links of the audit trail by what they tell of; a filter of Activity, which stands in its address. */
import type { ActivityLink } from "../../../ipc/contract.ts";

export const KIND_FILTERS = [
  { id: "all", label: "Everything", kinds: null },
  { id: "pulls", label: "Pulls and imports", kinds: ["pull", "pull-step"] },
  { id: "decisions", label: "Decisions", kinds: ["decision"] },
  { id: "matches", label: "Manual matches", kinds: ["match"] },
  { id: "evidence", label: "Evidence", kinds: ["attachment"] },
  { id: "letters", label: "Letters", kinds: ["letter"] },
  { id: "closing", label: "Month close", kinds: ["close", "terms", "mark"] },
  { id: "checks", label: "Checks and exports", kinds: ["run", "export"] },
  { id: "ledger", label: "Ledger", kinds: ["created", "setting", "prune", "restore"] },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  /** null for all, those that only a newer Tieout knows among them. */
  readonly kinds: readonly string[] | null;
}[];

export type KindFilter = (typeof KIND_FILTERS)[number]["id"];

/** Reads `kind` of a place's query; what is not known is everything. */
export function kindFilterFrom(query: string): KindFilter {
  const named = new URLSearchParams(query).get("kind");
  return KIND_FILTERS.find(({ id }) => id === named)?.id ?? "all";
}

/** @returns the query, '' for everything */
export function kindQuery(filter: KindFilter): string {
  return filter === "all" ? "" : `kind=${filter}`;
}

/** Whether a link passes. */
export function passes(filter: KindFilter, { kind }: Pick<ActivityLink, "kind">): boolean {
  const kinds: readonly string[] | null = KIND_FILTERS.find(({ id }) => id === filter)?.kinds ?? null;
  return kinds === null || kinds.includes(kind);
}
