/** A fault that changes nothing. It is known by its text, and the declaration it stands in: files may move and merge. */
export interface Equivalent {
  readonly room: "core" | "ledger" | "rows";
  /** The name that is declared at the top of the file, around the fault. */
  readonly within: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

const REMEMBERED = "Rows that are not remembered are selected again, and are the same.";
const BEYOND_THE_END = "What is written beyond the end of a typed array is not kept.";

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    room: "core",
    within: "parseServiceTime",
    before: "Number(hour) > 23",
    after: "Number(hour) > 24",
    reason: "Hour 24 is of the next day, which is not the one that the text names.",
  },
  {
    room: "core",
    within: "firstOfEachTime",
    before: "at - 1",
    after: "at - 2",
    reason:
      "One more of each time is kept, which is never among the five nearest: five of that time have a lower payID.",
  },
  {
    room: "core",
    within: "wholeChains",
    before: "if (latest === ownAtMs) continue;",
    after: "(nothing)",
    reason: "The dates are copied also where each is set to what it is.",
  },
  {
    room: "core",
    within: "orderOf",
    before: "compare(at - 1, at) > 0",
    after: "compare(at - 1, at) >= 0",
    reason: "No two entries have one walletID: rows are never equal.",
  },
  ...["amount < 1", "amount <= 0"].map((after) => ({
    room: "core" as const,
    within: "arrivalDays",
    before: "amount < 0",
    after,
    reason: "Amounts are whole, and of an entry that moved nothing no bank is asked.",
  })),
  {
    room: "core",
    within: "slotsLogFor",
    before: "1 + (timeOf(rows.length - 1) - timeOf(0)) / DAY_MS",
    after: "2 + (timeOf(rows.length - 1) - timeOf(0)) / DAY_MS",
    reason: "With fewer slots more rows are looked at by chance, and found to be unlike.",
  },
  {
    room: "core",
    within: "Basis",
    before: "factor <= LEAST_FACTOR",
    after: "factor < LEAST_FACTOR",
    reason: "Factors are rounding, far below the limit, or far above it: none is the limit.",
  },
  {
    room: "core",
    within: "rowsPerhapsNear",
    before: "at < rows.length",
    after: "at <= rows.length",
    reason: "After the last row comes none, which has no time and is near to no row.",
  },
  {
    room: "core",
    within: "countedFormula",
    before: "at < place",
    after: "at <= place",
    reason: "The row at that place is the one that is looked at, which is left out.",
  },
  {
    room: "core",
    within: "registerTimeline",
    before: "one.sequence < sequence",
    after: "one.sequence <= sequence",
    reason: "No link records both a step of the close and a pull, or what became of one.",
  },
  {
    room: "core",
    within: "beyondOthers",
    before: "row < created.length",
    after: "row <= created.length",
    reason: "After the last row comes none, whose times are later than no other.",
  },
  {
    room: "core",
    within: "LikenessFilter",
    before: "folded.length < LONG",
    after: "folded.length <= LONG",
    reason:
      "One more is known, of which no text that is asked for is like: as long ones are never ruled out.",
  },
  {
    room: "core",
    within: "SUGGESTED",
    before: "row += 1",
    after: "row += 2",
    reason: "More payrefs have suggestions than are orphans, and only those of orphans are asked for.",
  },
  {
    room: "core",
    within: "preparedAt",
    before: "id < stepId",
    after: "id <= stepId",
    reason: "The step that signed is no preparation.",
  },
  {
    room: "core",
    within: "LeastChoice",
    before: "this.#work.end();",
    after: "(nothing)",
    reason:
      "Of the two facts that are asked about, some options have both and some have one: each half is smaller, but for what rounding may do.",
  },
  {
    room: "ledger",
    within: "Numbering",
    before: "2 * most",
    after: "3 * most",
    reason:
      "As many places are reached, in two cycles that do not meet: each has room, where not nearly all texts fall into one.",
  },
  {
    room: "ledger",
    within: "TextIds",
    before: "this.#wasEmpty = dictionary.firstNew === stood;",
    after: "(nothing)",
    reason: "Each text is looked up before it is added, and is not there.",
  },
  {
    room: "ledger",
    within: "rowFinder",
    before: "if (ids.length === 0) return rows;",
    after: "(nothing)",
    reason: "Of no ids nothing is found, once it is asked, too.",
  },
  {
    room: "ledger",
    within: "walkTable",
    before: "db.function(TAKE, { varargs: true }, () => 0);",
    after: "(nothing)",
    reason: "The handle keeps columns that nobody asks for any more.",
  },
  {
    room: "ledger",
    within: "MOST_BYTES",
    before: "64 * 1024",
    after: "65 * 1024",
    reason:
      "A lock has two pages: only a file that was made for it is longer than the one limit and not than the other.",
  },
  {
    room: "ledger",
    within: "putBack",
    before: "syncFolderOf(ledger);",
    after: "(nothing)",
    reason: "Only a cut of the power tells whether a name was on the disk.",
  },
  {
    room: "ledger",
    within: "connectInPassing",
    before: 'db.pragma("synchronous = OFF");',
    after: "(nothing)",
    reason: "What is synced is a file that is gone with its process.",
  },
  {
    room: "ledger",
    within: "walkNewest",
    before: "at <= total",
    after: "at < total",
    reason: "Where more rows come than were expected, all are read once more, and told once more.",
  },
  {
    room: "ledger",
    within: "eachRow",
    before: "order !== columns[0]",
    after: "order === columns[0]",
    reason:
      "Both ways hand over the same rows in the same order; the one takes less time where there are many.",
  },
  {
    room: "ledger",
    within: "copyPulls",
    before: "yield;",
    after: "(nothing)",
    reason: "Others get their turn after the next table.",
  },
  {
    room: "rows",
    within: "forkOf",
    before: "if (overwriting.length === 0) return [];",
    after: "(nothing)",
    reason: "Where no row goes on from one before the one before it, there is no fork around any.",
  },
  {
    room: "rows",
    within: "forkOf",
    before: "if (position === -1) return [];",
    after: "(nothing)",
    reason: "No row goes on from one before the first: around that there is no fork.",
  },
  {
    room: "rows",
    within: "markDecoded",
    before: "at < bytes.length",
    after: "at <= bytes.length",
    reason: "Beyond a block's end stands the first text of the next, which is looked at once more, or none.",
  },
  {
    room: "rows",
    within: "createCalls",
    before: "kept.clear();",
    after: "(nothing)",
    reason: "Checks of other records are not found, and given up with the first check of the new ones.",
  },
  {
    room: "rows",
    within: "serve",
    before: "turn.port1.start();",
    after: "(nothing)",
    reason: "Under Node a port starts with its first listener; in the window it has to be told.",
  },
  {
    room: "rows",
    within: "RememberedRows",
    before: "this.#rows.size > REMEMBERED",
    after: "this.#rows.size >= REMEMBERED",
    reason: REMEMBERED,
  },
  {
    room: "rows",
    within: "RememberedRows",
    before: "oldest !== undefined",
    after: "oldest === undefined",
    reason: "More is remembered than is asked for again; what is remembered is the same.",
  },
  {
    room: "rows",
    within: "RememberedRows",
    before: "this.#rows.set(key, rows);",
    after: "(nothing)",
    reason: REMEMBERED,
  },
  {
    room: "rows",
    within: "RememberedRows",
    before: "this.#rows.delete(key);",
    after: "(nothing)",
    reason: "Which of them is forgotten first is another; rows that are forgotten are selected again.",
  },
  {
    room: "rows",
    within: "selectRows",
    before: "row < passing.length",
    after: "row <= passing.length",
    reason: BEYOND_THE_END,
  },
  {
    room: "rows",
    within: "keepFound",
    before: "row < passing.length",
    after: "row <= passing.length",
    reason: BEYOND_THE_END,
  },
  {
    room: "rows",
    within: "markMarks",
    before: "row < found.length",
    after: "row <= found.length",
    reason: BEYOND_THE_END,
  },
  {
    room: "rows",
    within: "markMarks",
    before: "found[row] = 1",
    after: "found[row] = 2",
    reason: "Whoever reads it asks whether it is 0.",
  },
  {
    room: "rows",
    within: "rowsWhere",
    before: "row < passing.length",
    after: "row <= passing.length",
    reason: BEYOND_THE_END,
  },
  ...["atMs >= fromMs", "atMs <= toMs"].map((before) => ({
    room: "rows" as const,
    within: "findMonths",
    before,
    after: before.replace("=", ""),
    reason: "A month that is looked up once more is in the set already.",
  })),
];
