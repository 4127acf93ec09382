/** The lines of A2's proofs: their order, their rows, and how one is worked out of others. */
import { addAmounts } from "../../money.ts";
import { type Currencies, moneyWords, textLiteral } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Cell, CellTone } from "../sheet/model.ts";
import { ReportTable, columnsOf, head, BLOCK_CURRENCY } from "../sheet/table.ts";

const LINES = [
  "heading",
  "walletTitle",
  "opening",
  "inflow",
  "outflow",
  "rollBreaks",
  "computed",
  "stated",
  "wallet",
  "transactionsTitle",
  "openingAgain",
  "expected",
  "earlier",
  "differences",
  "notJudged",
  "unlike",
  "orphans",
  "noPayref",
  "breaks",
  "built",
  "statedAgain",
  "transactions",
  "saidTitle",
  "closing",
  "lessBreaks",
  "lessDifferences",
  "unsettled",
  "inTransit",
  "openOrphans",
  "said",
  "asExpected",
  "due",
  "earlierOrphans",
  "addedUp",
  "unexplained",
] as const;
export type LineName = (typeof LINES)[number];

/** What only several proofs have: a heading each, and payments in another currency than their entries. */
const OF_SEVERAL: ReadonlySet<LineName> = new Set(["heading", "unlike"]);

function linesOf({ isSplit }: Currencies): readonly LineName[] {
  return isSplit ? LINES : LINES.filter((name) => !OF_SEVERAL.has(name));
}

export function proofRow(currencies: Currencies, block: number, name: LineName): number {
  const lines = linesOf(currencies);
  return block * lines.length + lines.indexOf(name);
}

/** The cell of a line's amount, in the same proof. */
type CellOf = (name: LineName) => string;

interface ProvenLine {
  readonly text: string;
  readonly kind: "line" | "total" | "nil" | "title" | "heading";
  /** 0 for a title and a heading. */
  readonly value: number;
  readonly formula: (cell: CellOf) => string;
  /** Where the amount comes from, or what a heading adds; null when it is worked out of lines above. */
  readonly from: (cell: CellOf) => Cell;
}

/** What each line of a proof shows, in order. */
export type ProofLines = ReadonlyMap<LineName, ProvenLine>;

interface ProofRow {
  readonly figures: Figures;
  readonly line: ProvenLine;
  readonly block: number;
  readonly cell: CellOf;
}

const TONES: Readonly<Record<ProvenLine["kind"], CellTone>> = {
  line: "plain",
  total: "total",
  nil: "total",
  title: "opening",
  heading: "total",
};

const PROOF = columnsOf<ProofRow>()({
  line: { ...head("text", "Proof", 46), value: ({ line }) => line.text },
  currency: { skip: 2, ...BLOCK_CURRENCY },
  amount: {
    ...head("amount", "Amount", 18),
    value: ({ line: { kind, value } }) => (kind === "title" || kind === "heading" ? null : value),
    formula: ({ figures, line, cell }) => figures.round(line.formula(cell)),
  },
  nil: {
    ...head("truth", "Is nil", 9),
    value: ({ line: { kind, value } }) => (kind === "nil" ? value === 0 : null),
    formula: (_, here) => `${here.cell("amount")}=0`,
  },
  ref: { ...head("wrapped", "Workpaper", 58), value: ({ line, cell }) => line.from(cell) },
});

export type ProofTable = ReportTable<ProofRow, keyof typeof PROOF>;

/** The proofs of all currencies, one below the other. */
export function proofTable(figures: Figures, proofs: readonly ProofLines[]): ProofTable {
  const money = moneyWords(figures);
  const sizes = proofs.map(({ size }) => size);
  return new ReportTable(figures, {
    id: "proof",
    ...(money === "" ? {} : { title: `Proof${money}` }),
    columns: PROOF,
    count: proofs.reduce((rows, lines) => rows + lines.size, 0),
    // The proof of a currency is read as a whole.
    parts: proofs.slice(0, -1).map((_, at) => sizes.slice(0, at + 1).reduce((rows, size) => rows + size, 0)),
    *lines(table) {
      for (const [block, lines] of proofs.entries()) {
        const cell: CellOf = (name) =>
          `${table.letter("amount")}${table.at(proofRow(figures.currencies, block, name)).row}`;
        for (const line of lines.values()) yield { figures, line, block, cell };
      }
    },
    tone: ({ line }) => TONES[line.kind],
  });
}

const NOTHING = () => null;
const NO_FORMULA = () => "";

/** Collects the lines of a block's proof; totals name the lines they add. */
export class ProofSheet {
  readonly #lines = new Map<LineName, ProvenLine>();
  readonly #names: readonly LineName[];

  constructor(currencies: Currencies) {
    this.#names = linesOf(currencies);
  }

  /** All of them, in the order in which they are shown. */
  lines(): ProofLines {
    return new Map(
      this.#names.map((name) => {
        const line = this.#lines.get(name);
        if (line === undefined) throw new Error(`the proof has no line ${name}`);
        return [name, line];
      }),
    );
  }

  value(name: LineName): number {
    return this.#lines.get(name)?.value ?? 0;
  }

  title(name: LineName, text: string): void {
    this.#lines.set(name, { text, kind: "title", value: 0, formula: NO_FORMULA, from: NOTHING });
  }

  /** Whose proof it is. @param remark what is said of it beside, null for nothing */
  heading(text: string, remark: string | null): void {
    this.#lines.set("heading", { text, kind: "heading", value: 0, formula: NO_FORMULA, from: () => remark });
  }

  /** @param from a remark, or the way to where the amount comes from */
  line(
    name: LineName,
    text: string,
    value: number,
    formula: () => string,
    from: string | (() => Cell),
  ): void {
    const shown = typeof from === "string" ? () => from : from;
    this.#lines.set(name, { text, kind: "line", value, formula, from: shown });
  }

  /** The same amount as another line, or its negative. */
  again(name: LineName, text: string, of: LineName, sign: 1 | -1 = 1): void {
    const value = sign === 1 ? this.value(of) : 0 - this.value(of);
    const formula = (cell: CellOf) => `${sign === 1 ? "" : "-"}${cell(of)}`;
    this.#lines.set(name, { text, kind: "line", value, formula, from: NOTHING });
  }

  /** @param terms those that the proof shows are added up */
  total(name: LineName, text: string, terms: readonly LineName[], kind: "total" | "line" = "total"): void {
    const shown = terms.filter((term) => this.#names.includes(term));
    const value = shown.reduce((sum, term) => addAmounts(sum, this.value(term), "three-way proof"), 0);
    const formula = (cell: CellOf) => shown.map(cell).join("+");
    this.#lines.set(name, { text, kind, value, formula, from: NOTHING });
  }

  /** @param words what is said of it beside, by whether it is nil */
  nil(
    name: LineName,
    text: string,
    plus: LineName,
    minus: LineName,
    words: { readonly held: string; readonly broken: string } | null = null,
  ): void {
    const value = this.value(plus) - this.value(minus);
    const from = (cell: CellOf): Cell =>
      words === null
        ? null
        : {
            value: value === 0 ? words.held : words.broken,
            formula: `IF(${cell(name)}=0,${textLiteral(words.held)},${textLiteral(words.broken)})`,
          };
    const formula = (cell: CellOf) => `${cell(plus)}-${cell(minus)}`;
    this.#lines.set(name, { text, kind: "nil", value, formula, from });
  }
}
