/** A2: the entries without a payref by what the bank's statements show of them, where statements are kept. */
import { addAmounts } from "../../money.ts";
import { BANK_STATES, type BankState, sumsByState } from "../sheet/bank-states.ts";
import { labelAt, moneyWords, textLiteral } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Flow } from "../sheet/flows.ts";
import type { Cell, CellTone } from "../sheet/model.ts";
import { sumWhere } from "../sheet/sums.ts";
import { ReportTable, columnsOf, head, BLOCK_CURRENCY } from "../sheet/table.ts";
import type { WalletTable } from "../exceptions/wallet.ts";
import { type ProofLines, type ProofTable, proofRow } from "./proof-lines.ts";

interface LegSources {
  readonly wallet: WalletTable;
  readonly proof: ProofTable;
  /** Of A2, by block. */
  readonly lines: readonly ProofLines[];
}

interface LegLine {
  readonly figures: Figures;
  readonly block: number;
  readonly text: string;
  readonly tone: CellTone;
  readonly value: number;
  /** @param above the cells of the block's lines before it */
  readonly formula: (above: readonly string[]) => string;
  readonly isNil?: true;
  readonly ref: () => Cell;
}

type LegKey = "line" | "currency" | "amount" | "nil" | "ref";

const LEG = columnsOf<LegLine>()<LegKey>({
  line: { ...head("text", "4   The bank"), value: ({ text }) => text },
  currency: { skip: 2, ...BLOCK_CURRENCY },
  amount: {
    ...head("amount", "Amount"),
    value: ({ value }) => value,
    formula: ({ figures, formula }, here) => {
      const first = here.index - (here.index % LEG_ROWS);
      const above = Array.from({ length: here.index - first }, (_, at) =>
        here.table.near("amount", first + at, here.index),
      );
      return figures.round(formula(above));
    },
  },
  nil: {
    ...head("truth", "Is nil"),
    value: ({ isNil, value }) => (isNil === true ? value === 0 : null),
    formula: (_, here) => `${here.cell("amount")}=0`,
  },
  ref: { ...head("wrapped", "Workpaper"), value: ({ ref }) => ref() },
});
export type LegTable = ReportTable<LegLine, LegKey>;

/** What is left of them once the supported are taken off, each in the words of its line. */
const LEFT: readonly (readonly [BankState, string])[] = [
  [BANK_STATES.differs, "of these: accepted, but the lines come to something else and nobody classed it"],
  [BANK_STATES.tied, "of these: on the statements in one way alone, not accepted"],
  [BANK_STATES.several, "of these: on the statements in several ways"],
  [BANK_STATES.perhaps, "of these: perhaps on the statements, less a fee"],
  [BANK_STATES.missing, "of these: on no statement"],
  [BANK_STATES.open, "of these: the statements do not reach"],
];

/** All entries, the supported, what is left; each of that; what remains. */
const LEG_ROWS = LEFT.length + 4;

/** The leg of each currency, one below the other. */
export function legTable(figures: Figures, sources: LegSources): LegTable {
  const { blocks } = figures.currencies;
  return new ReportTable(figures, {
    id: "bank",
    title: `Entries without a payref, by what the bank's statements show of them${moneyWords(figures)}`,
    columns: LEG,
    lines: [...blocks.keys()].flatMap((block) => legLines(figures, block, sources)),
    tone: ({ tone }) => tone,
  });
}

/** The row in which what remains of a block stands. */
export function legNilRow(block: number): number {
  return (block + 1) * LEG_ROWS - 1;
}

/** The row of what the bank supports of a block. */
export function legSupportedRow(block: number): number {
  return block * LEG_ROWS + 1;
}

/** What entries of a state moved, in a block; without a state all that nothing ties. */
export function legAmount(figures: Figures, block: number, state: BankState | null): number {
  const sums = sumsByState(figures)[block];
  if (state !== null) return netOfSum(sums?.get(state));
  return [...(sums?.values() ?? [])].reduce(
    (all, sum) => addAmounts(all, netOfSum(sum), "entries at the bank"),
    0,
  );
}

function legLines(figures: Figures, block: number, { wallet, proof, lines }: LegSources): LegLine[] {
  const { currencies } = figures;
  const of = { figures, block };
  const currency = textLiteral(labelAt(currencies, block));
  const at = proofRow(currencies, block, "noPayref");
  const all = lines[block]?.get("noPayref")?.value ?? 0;
  const supported = legAmount(figures, block, BANK_STATES.supported);
  const onB1 = () => ({ value: "B1", link: wallet.link("bank", 0) });
  const sum = (state: BankState) => sumWhere(wallet, "movement", [["bank", `="${state}"`]], currency);
  const left = LEFT.map(([state, text]): LegLine => ({
    ...of,
    text,
    tone: "plain",
    value: legAmount(figures, block, state),
    formula: () => sum(state),
    ref: onB1,
  }));
  const remains = left.reduce(
    (rest, { value }) => addAmounts(rest, 0 - value, "entries at the bank"),
    all - supported,
  );
  return [
    {
      ...of,
      text: "Entries without a payref",
      tone: "plain",
      value: all,
      formula: () => proof.cell("amount", at),
      ref: () => ({ value: "as above", link: proof.link("amount", at) }),
    },
    {
      ...of,
      text: "− supported by the bank's lines",
      tone: "plain",
      value: 0 - supported,
      formula: () => `-(${sum(BANK_STATES.supported)})`,
      ref: onB1,
    },
    {
      ...of,
      text: "Supported neither by a payment nor by the bank",
      tone: "total",
      value: all - supported,
      formula: (above) => above.join("+"),
      ref: () => null,
    },
    ...left,
    {
      ...of,
      text: "Difference",
      tone: "total",
      value: remains,
      formula: ([, , whole = "0", ...parts]) => [whole, ...parts].join("-"),
      isNil: true,
      ref: () => null,
    },
  ];
}

function netOfSum(sum: Flow | undefined): number {
  return sum === undefined ? 0 : sum.inflow - sum.outflow;
}
