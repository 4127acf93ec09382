/** The lines of A2's proofs: their order, their rows, and how one is worked out of others. */
import { addAmounts } from "../../money.ts";
import { type Currencies, labelAt } from "../currencies.ts";
import type { Figures } from "../figures.ts";
import { textLiteral } from "../formula-text.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import { SPACER } from "../sheets.ts";
import { CURRENCY } from "../records/wallet.ts";

export function proofColumns({ isSplit }: Currencies): readonly Column[] {
  return [
    { key: "line", header: "Proof", kind: "text" },
    SPACER,
    SPACER,
    isSplit ? CURRENCY : SPACER,
    { key: "amount", header: "Amount", kind: "amount" },
    { key: "nil", header: "Is nil", kind: "truth" },
    { key: "ref", header: "Workpaper", kind: "text" },
  ];
}

export const THREE_WAY_WIDTHS = [46, 12, 12, 26, 18, 9, 58];

/** The lines of a proof, in order. */
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

/** What only several proofs have: each its heading, and payments in another currency than the entries that settled them. */
const OF_SEVERAL: ReadonlySet<LineName> = new Set(["heading", "unlike"]);

/** The lines that each proof has. */
function linesOf({ isSplit }: Currencies): readonly LineName[] {
  return isSplit ? LINES : LINES.filter((name) => !OF_SEVERAL.has(name));
}

/** How many rows the proofs take: one below the other. */
export function proofLineCount(currencies: Currencies): number {
  return linesOf(currencies).length * currencies.blocks.length;
}

/** The row of a line in the proofs' table, in the proof of a block. */
export function proofRow(currencies: Currencies, block: number, name: LineName): number {
  const lines = linesOf(currencies);
  return block * lines.length + lines.indexOf(name);
}

export interface ProofLine {
  readonly text: string;
  readonly kind: "line" | "total" | "nil" | "title" | "heading";
  /** 0 for a title and a heading. */
  readonly value: number;
  readonly formula: string;
  /** Where the amount comes from, or what a heading adds; null when it is worked out of lines above. */
  readonly from: Cell;
}

/** What each line of a proof shows. */
export type ProofLines = ReadonlyMap<LineName, ProofLine>;

/** The lines of all proofs as rows. */
export function* proofRows(
  { currencies, round }: Figures,
  proofs: readonly ProofLines[],
  place: TablePlace,
): Generator<Row> {
  for (const [block, lines] of proofs.entries()) {
    const currency = currencies.isSplit ? labelAt(currencies, block) : null;
    for (const name of linesOf(currencies)) {
      const line = lines.get(name);
      if (line === undefined) throw new Error(`the proof has no line ${name}`);
      const { text, kind, value, from } = line;
      if (kind === "title" || kind === "heading") {
        const cells = currency === null ? [text] : [text, null, null, currency, null, null, from];
        yield { tone: kind === "title" ? "opening" : "total", cells };
        continue;
      }
      const { row } = place.at(proofRow(currencies, block, name));
      const nil = kind === "nil" ? { value: value === 0, formula: `E${row}=0` } : null;
      yield {
        tone: kind === "line" ? "plain" : "total",
        cells: [text, null, null, currency, { value, formula: round(line.formula) }, nil, from],
      };
    }
  }
}

/** Collects the lines of a block's proof; totals name the lines they add. */
export class ProofSheet {
  readonly lines = new Map<LineName, ProofLine>();
  readonly #place: TablePlace;
  readonly #currencies: Currencies;
  readonly #block: number;

  constructor(place: TablePlace, currencies: Currencies, block: number) {
    this.#place = place;
    this.#currencies = currencies;
    this.#block = block;
  }

  value(name: LineName): number {
    return this.lines.get(name)?.value ?? 0;
  }

  cell(name: LineName): string {
    return `E${this.#place.at(proofRow(this.#currencies, this.#block, name)).row}`;
  }

  title(name: LineName, text: string): void {
    this.lines.set(name, { text, kind: "title", value: 0, formula: "", from: null });
  }

  /** Whose proof it is. @param remark what is said of it beside, null for nothing */
  heading(text: string, remark: string | null): void {
    this.lines.set("heading", { text, kind: "heading", value: 0, formula: "", from: remark });
  }

  line(name: LineName, text: string, value: number, formula: string, from: Cell): void {
    this.lines.set(name, { text, kind: "line", value, formula, from });
  }

  /** The same amount as another line, or its negative. */
  again(name: LineName, text: string, of: LineName, sign: 1 | -1 = 1): void {
    const value = sign === 1 ? this.value(of) : 0 - this.value(of);
    this.line(name, text, value, `${sign === 1 ? "" : "-"}${this.cell(of)}`, null);
  }

  total(name: LineName, text: string, terms: readonly LineName[], kind: "total" | "line" = "total"): void {
    const value = terms.reduce((sum, term) => addAmounts(sum, this.value(term), "three-way proof"), 0);
    const formula = terms.map((term) => this.cell(term)).join("+");
    this.lines.set(name, { text, kind, value, formula, from: null });
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
    const formula = `${this.cell(plus)}-${this.cell(minus)}`;
    const from: Cell =
      words === null
        ? null
        : {
            value: value === 0 ? words.held : words.broken,
            formula: `IF(${this.cell(name)}=0,${textLiteral(words.held)},${textLiteral(words.broken)})`,
          };
    this.lines.set(name, { text, kind: "nil", value, formula, from });
  }
}
