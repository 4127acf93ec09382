/** Rows of a wallet, as tables of the worked examples have them. */
import type { Entry } from "../../../../src/core/records/entry.ts";
import { OCTOBER_MS, wallet } from "../../../helpers/records.ts";

/** Movement, stated balance and, where it matters, seconds after 2026-10-01. */
export type StatedRow = readonly [number, number, number?];

/** Oldest first, walletIDs 1, 2, …; an hour apart where no time is given. */
export function stated(
  list: readonly StatedRow[],
  fields: (at: number) => Partial<Entry> = () => ({}),
): Entry[] {
  const moved = wallet(
    list.map(([movement]) => movement),
    (at) => ({ dateCreatedAtMs: OCTOBER_MS + (list[at]![2] ?? 3600 * at) * 1000, ...fields(at) }),
  );
  return moved.map((one, at) => ({ ...one, balance: list[at]![1] }));
}
