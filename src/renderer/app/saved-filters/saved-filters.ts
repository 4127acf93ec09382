/**
 * Filters of a place, kept under names. Each place reads and writes its own query; here they are only kept.
 */
import type { SavedFilter } from "../../../ipc/contract.ts";

export type FilterPlace = SavedFilter["place"];

/** As the contract has them. */
export const FILTER_NAME_LIMIT = 80;
const QUERY_LIMIT = 4000;
const MOST = 100;

/** Those of one place, by name. */
export function savedOf(filters: readonly SavedFilter[], place: FilterPlace): readonly SavedFilter[] {
  return filters.filter((one) => one.place === place).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** What saving comes to: all filters as they are then, or what is wrong, in one sentence. */
export type SavingOutcome =
  | { readonly ok: true; readonly filters: SavedFilter[] }
  | { readonly ok: false; readonly sentence: string };

/** One kept under a name; where its place has one of that name already, that one is replaced. */
export function withSaved(filters: readonly SavedFilter[], saved: SavedFilter): SavingOutcome {
  const name = saved.name.trim().replaceAll(/\s+/gu, " ");
  if (name === "") return { ok: false, sentence: "Enter a name." };
  if (name.length > FILTER_NAME_LIMIT) {
    return { ok: false, sentence: `A name can have at most ${FILTER_NAME_LIMIT} characters.` };
  }
  if (saved.query.length > QUERY_LIMIT) {
    return { ok: false, sentence: "These filters are too long to save. Shorten the search." };
  }
  const others = withoutSaved(filters, { ...saved, name });
  if (others.length >= MOST) {
    return { ok: false, sentence: `There are ${MOST} saved filters already. Delete one first.` };
  }
  return { ok: true, filters: [...others, { ...saved, name }] };
}

export function withoutSaved(
  filters: readonly SavedFilter[],
  { place, name }: Pick<SavedFilter, "place" | "name">,
): SavedFilter[] {
  return filters.filter((one) => one.place !== place || one.name !== name);
}
