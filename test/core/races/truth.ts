/** What truly happened in a wallet, in the words of the rules, as far as its balances show it. */
import type { TrueRow, World } from "./service.ts";

export interface Truth {
  /** walletIDs of the rows whose link does not hold. */
  readonly broken: ReadonlySet<number>;
  /** Of a broken row that read an older one: that one. */
  readonly parents: ReadonlyMap<number, number>;
  /** Of a broken row of a stretch: why its link broke. */
  readonly stretches: ReadonlyMap<number, "out-of-sequence" | "read-late">;
  /** Rows that no later balance goes on from, of branches that some balance shows. */
  readonly lost: ReadonlySet<number>;
  /** How many things happened that some balance or payment shows. */
  readonly incidents: number;
}

export function truthOf(world: World): Truth {
  const all = [...world.rows.entries()].map(([userID, rows]) =>
    world.conditions.keeping === "reads" ? ofReads(rows) : ofColumn(world, userID, rows),
  );
  const settled = world.doubled.size + world.unbooked.size;
  return {
    broken: new Set(all.flatMap(({ broken }) => [...broken])),
    parents: new Map(all.flatMap(({ parents }) => [...parents])),
    stretches: new Map(all.flatMap(({ stretches }) => [...stretches])),
    lost: new Set(all.flatMap(({ lost }) => [...lost])),
    incidents: settled + all.reduce((sum, { incidents }) => sum + incidents, 0),
  };
}

function isBroken(rows: readonly TrueRow[], at: number): boolean {
  const { credit, debit, balance } = rows[at]!.entry;
  return at > 0 && balance !== rows[at - 1]!.entry.balance + credit - debit;
}

function brokenIn(rows: readonly TrueRow[]): number[] {
  return rows.map((_, at) => at).filter((at) => isBroken(rows, at));
}

const idOf = (row: TrueRow) => row.entry.walletID;

/** Every row goes on from the one that it read. */
function ofReads(rows: readonly TrueRow[]): Truth {
  const places = new Map(rows.map((row, at) => [idOf(row), at]));
  const parentAt = (at: number) => {
    const { parent } = rows[at]!;
    return parent === null ? -1 : places.get(parent)!;
  };
  const main = new Set<number>();
  for (let at = rows.length - 1; at >= 0; at = parentAt(at)) main.add(at);
  const branchAt = new Map<number, number[]>();
  for (const at of rows.keys()) {
    if (main.has(at)) continue;
    const branch = branchAt.get(parentAt(at)) ?? [];
    branch.push(at);
    branchAt.set(at, branch);
  }
  const broken = brokenIn(rows);
  const shown = new Set(
    broken.flatMap((at) => branchAt.get(at - 1) ?? branchAt.get(at) ?? []).map((at) => branchAt.get(at)!),
  );
  return {
    broken: new Set(broken.map((at) => idOf(rows[at]!))),
    parents: new Map(broken.map((at) => [idOf(rows[at]!), rows[at]!.parent!])),
    stretches: new Map(),
    lost: new Set([...shown].flatMap((branch) => branch.map((at) => idOf(rows[at]!)))),
    incidents: shown.size,
  };
}

/** Rows that were listed, or read, out of turn stand together; what else does not follow lacks a row. */
function ofColumn({ deaths }: World, userID: number, rows: readonly TrueRow[]): Truth {
  const groups: TrueRow[][] = [];
  let group: TrueRow[] = [];
  let latest = 0;
  for (const [at, row] of rows.entries()) {
    group.push(row);
    latest = Math.max(latest, row.read);
    if (rows.slice(at + 1, at + 20).some(({ applied }) => applied <= latest)) continue;
    const before = groups.at(-1);
    // Two that touch are one: nothing between them says where the first was over.
    if (group.length > 1 && before !== undefined && before.length > 1) before.push(...group);
    else groups.push(group);
    group = [];
  }
  const disturbed = new Map(
    groups.filter(({ length }) => length > 1).flatMap((own) => own.map((row) => [row, own])),
  );
  const broken = brokenIn(rows);
  const groupOf = (at: number) => disturbed.get(rows[at]!) ?? disturbed.get(rows[at - 1]!);
  const kindOf = (own: readonly TrueRow[]) =>
    own.every(({ applied, read }) => applied === read)
      ? ("out-of-sequence" as const)
      : ("read-late" as const);
  const stretched = broken.flatMap((at) => {
    const own = groupOf(at);
    return own === undefined ? [] : [{ walletID: idOf(rows[at]!), own }];
  });
  const died = deaths.filter((death) => death.userID === userID);
  // Both legs of one payment are one thing that happened.
  const things = new Set(died.map(({ payref, applied }) => (payref === "" ? applied : payref)));
  return {
    broken: new Set(broken.map((at) => idOf(rows[at]!))),
    parents: new Map(),
    stretches: new Map(stretched.map(({ walletID, own }) => [walletID, kindOf(own)])),
    lost: new Set(),
    incidents: new Set(stretched.map(({ own }) => own)).size + things.size,
  };
}
