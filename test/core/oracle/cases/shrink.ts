/** Makes a case that fails smaller, as long as it still fails. */
import { DEFAULT_OPTIONS } from "../../../../src/core/options.ts";
import { entry, sale } from "../../../helpers/records.ts";
import type { OracleCase, OraclePull } from "../terms.ts";

export function shrink(given: OracleCase, fails: (given: OracleCase) => boolean): OracleCase {
  let smallest = given;
  for (;;) {
    const smaller = simpler(smallest).find(fails);
    if (smaller === undefined) return smallest;
    smallest = smaller;
  }
}

function simpler(given: OracleCase): OracleCase[] {
  const { pulls, options } = given;
  const withPull = (at: number, fields: Partial<OraclePull>): OracleCase => ({
    ...given,
    pulls: pulls.with(at, { ...pulls[at]!, ...fields }),
  });
  const all: OracleCase[] = [];
  if (pulls.length > 1) pulls.forEach((_, at) => all.push({ ...given, pulls: pulls.toSpliced(at, 1) }));
  given.matches.forEach((match, at) => {
    all.push({ ...given, matches: given.matches.toSpliced(at, 1) });
    for (const side of ["walletIDs", "payIDs"] as const) {
      match[side].forEach((_, index) => {
        const less = { ...match, [side]: match[side].toSpliced(index, 1) };
        all.push({ ...given, matches: given.matches.with(at, less) });
      });
    }
  });
  const { signed } = given;
  if (signed !== null) all.push({ ...given, signed: null });
  signed?.closings.forEach((_, at) => {
    all.push({ ...given, signed: { ...signed, closings: signed.closings.toSpliced(at, 1) } });
  });
  if (given.period !== null) all.push({ ...given, period: null });
  if (given.user !== null) all.push({ ...given, user: null });
  given.businesses.forEach((_, at) => all.push({ ...given, businesses: given.businesses.toSpliced(at, 1) }));
  for (const [name, value] of Object.entries(DEFAULT_OPTIONS)) {
    if (options[name as keyof typeof options] !== value)
      all.push({ ...given, options: { ...options, [name]: value } });
  }
  const entryIDs = new Set(pulls.flatMap(({ entries }) => (entries ?? []).map(({ walletID }) => walletID)));
  const payIDs = new Set(pulls.flatMap(({ transactions }) => (transactions ?? []).map(({ payID }) => payID)));
  const dropping = (change: (pull: OraclePull) => OraclePull) =>
    all.push({ ...given, pulls: pulls.map(change) });
  for (const id of entryIDs) {
    dropping((pull) => ({
      ...pull,
      entries: pull.entries?.filter(({ walletID }) => walletID !== id) ?? null,
    }));
  }
  for (const id of payIDs) {
    dropping((pull) => ({
      ...pull,
      transactions: pull.transactions?.filter(({ payID }) => payID !== id) ?? null,
    }));
  }
  for (const [at, pull] of pulls.entries()) {
    if (pull.limit !== null) all.push(withPull(at, { limit: null }));
    if (pulls.length > 1 && pull.atMs !== null) {
      all.push(withPull(at, { atMs: null, importedAtMs: pull.atMs }));
    }
    pull.entries?.forEach((one, index) => {
      all.push(withPull(at, { entries: pull.entries!.toSpliced(index, 1) }));
      for (const plainer of plain(one, entry(one.walletID))) {
        all.push(withPull(at, { entries: pull.entries!.with(index, plainer) }));
      }
    });
    pull.transactions?.forEach((one, index) => {
      all.push(withPull(at, { transactions: pull.transactions!.toSpliced(index, 1) }));
      for (const plainer of plain(one, sale(one.payID, 100))) {
        all.push(withPull(at, { transactions: pull.transactions!.with(index, plainer) }));
      }
    });
  }
  return all;
}

/** The record with one field at a time put back to an ordinary one's; cycle and detail only together. */
function plain<R extends object>(record: R, ordinary: R): R[] {
  const together = { cycle: "detail", detail: "cycle" } as Readonly<Record<string, string>>;
  const fields = Object.keys(ordinary) as (keyof R & string)[];
  return fields
    .filter((field) => JSON.stringify(record[field]) !== JSON.stringify(ordinary[field]))
    .map((field) => {
      const other = (together[field] ?? field) as keyof R;
      return { ...record, [field]: ordinary[field], [other]: ordinary[other] };
    });
}
