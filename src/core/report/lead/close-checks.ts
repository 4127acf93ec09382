/** A: what a month has to fulfil to be signed off and to stay as signed, as formulas of TRUE or FALSE. */
import { openingOf } from "../../excerpt.ts";
import { lapsedWords } from "../../review/file/confirmation-words.ts";
import { type ConfirmedBalance, agreesWithProvider } from "../../review/file/month-file.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { amountLiteral, labelAt, textLiteral } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import type { RollTable } from "../rollforward/rollforward.ts";
import { ReportTable, columnsOf, head, PROVEN_CURRENCY } from "../sheet/table.ts";
import { walletLabel } from "../../words/wallet.ts";
import { isDecided } from "../../review/decisions/review.ts";
import { notOverWords } from "../../review/close/close-obstacles.ts";
import { type FactTable, factRow } from "../about/audit.ts";
import {
  frozenStepOf,
  signedBefore,
  exportedStanding,
  hasOverriddenErrors,
  overriddenErrors,
} from "../sheet/closing.ts";
import { type ExceptionKey, type ExceptionTable, OVERRIDDEN } from "../exceptions/exceptions.ts";
import { agreementOf, type SummaryTable } from "../exceptions/outstanding-summary.ts";
import type { OutstandingItem } from "../exceptions/outstanding-items.ts";
import { type FrozenTable, frozenPairs, isAsFrozen } from "../rollforward/frozen-figures.ts";
import { type OpeningTable, agreesAsSigned, hasSignedBefore, openingsOf } from "../rollforward/openings.ts";
import { monthTitle } from "../../words/month.ts";
import { CLASS_RANK } from "../exceptions/exception-amounts.ts";
import { ownWorkOfSigner } from "../exceptions/own-work.ts";
import { type Proof, lastCellProof } from "./proofs.ts";

// A: the closing balance of each wallet beside what the provider says it is, and whether they agree.

interface ConfirmationLine {
  readonly figures: Figures;
  readonly roll: RollTable;
  readonly of: ConfirmedBalance;
  /** Its row on A1. */
  readonly at: number;
}

const CONFIRMATIONS = columnsOf<ConfirmationLine>()({
  wallet: { ...head("text", "Confirmed by the provider"), value: ({ of }) => walletLabel(of.wallet) },
  confirmed: { ...head("amount", "Confirmed"), value: ({ of }) => of.confirmation?.balance ?? null },
  stated: {
    ...head("amount", "Closing stated"),
    value: ({ of }) => of.closing,
    formula: ({ roll, at }) => roll.cell("stated", at),
  },
  difference: {
    ...head("amount", "Difference"),
    value: ({ of }) => ({ value: of.confirmation?.difference ?? "" }),
    formula: ({ figures }, here) => {
      const [confirmed, stated] = [here.cell("confirmed"), here.cell("stated")];
      return `IF(${confirmed}="","",${figures.round(`${confirmed}-${stated}`)})`;
    },
  },
  agrees: {
    ...head("truth", "Agrees"),
    value: ({ of }) => {
      const value = agreesWithProvider(of);
      return value === null ? "" : { value, tone: value ? "good" : "bad" };
    },
    formula: ({ of }, here) => {
      const none = of.lapsed === null ? '""' : "FALSE()";
      return `IF(${here.cell("confirmed")}="",${none},${here.cell("difference")}=0)`;
    },
  },
  by: {
    ...head("wrapped", "By"),
    value: ({ of }) => byOf(of),
    formula: (line, here) => whileRecorded(line, here.cell("confirmed"), byOf(line.of) ?? "", ""),
  },
  currency: {
    ...PROVEN_CURRENCY,
    value: ({ figures: { currencies }, at }) => labelAt(currencies, currencies.ofWallet[at] ?? 0),
  },
  source: {
    skip: 1,
    ...head("wrapped", "Source"),
    value: ({ of }) => sourceWords(of),
    formula: (line, here) => whileRecorded(line, here.cell("confirmed"), sourceWords(line.of), TYPED),
  },
});

const TYPED = "typed here: the ledger has no source of it";

/** A text that goes with the balance that was recorded, and what stands there once another one is typed. */
function whileRecorded(
  { of: { confirmation }, figures }: ConfirmationLine,
  confirmed: string,
  text: string,
  other: string,
): string {
  const balance = confirmation?.balance ?? null;
  const recorded = balance === null ? '""' : amountLiteral(balance, figures.input.decimals);
  return `IF(${confirmed}=${recorded},${textLiteral(text)},${textLiteral(other)})`;
}

function byOf({ confirmation, lapsed }: ConfirmedBalance): string | null {
  return confirmation?.by ?? lapsed?.confirmedBy ?? null;
}

/** A formula holds a thousand characters of a text. */
const LONGEST_SOURCE = 500;

/** From what it is known, or why it no longer counts. */
function sourceWords(of: ConfirmedBalance): string {
  if (of.lapsed !== null) return openingOf(lapsedWords(of.lapsed), LONGEST_SOURCE);
  if (of.confirmation === null) return "not confirmed";
  const { source, evidence, note } = of.confirmation;
  const words = [source, evidence === null ? "" : `evidence ${evidence}`, note];
  return openingOf(words.filter((text) => text !== "").join(", "), LONGEST_SOURCE);
}

export type ConfirmationTable = ReportTable<ConfirmationLine, keyof typeof CONFIRMATIONS>;

/** One row per wallet; empty where no month is exported. */
export function confirmationTable(figures: Figures, roll: RollTable): ConfirmationTable {
  const { check, workpaper } = figures.input;
  const at = new Map(check.wallets.map((wallet, index) => [walletKey(wallet), index]));
  const lines = (workpaper?.balances ?? []).flatMap((of): ConfirmationLine[] => {
    const index = at.get(walletKey(of.wallet));
    return index === undefined ? [] : [{ figures, roll, of, at: index }];
  });
  return new ReportTable(figures, {
    id: "confirmations",
    empty: "None from outside: the closing balance is the service's own statement.",
    columns: CONFIRMATIONS,
    lines: lines,
    tone: ({ of }) => (agreesWithProvider(of) === null ? "quiet" : "plain"),
  });
}

interface CheckSources {
  readonly exceptions: ExceptionTable;
  readonly openings: OpeningTable;
  readonly frozen: FrozenTable;
  /** The totals of C2. */
  readonly summary: SummaryTable;
  readonly facts: FactTable;
  readonly confirmations: ConfirmationTable;
}

/** Those of a month; there may be no month before that was signed, or no signature yet. */
export interface CloseChecks {
  /** Before signing. While the first is not met there is no conclusion; any other that is not qualifies it. */
  readonly before: readonly Proof[];
  /** Whether what is shown is what was prepared or signed; none where nothing was. */
  readonly frozen: readonly Proof[];
}

export function closeChecksOf(
  figures: Figures,
  items: readonly OutstandingItem[],
  sources: CheckSources,
): CloseChecks {
  return {
    before: [
      decidedCheck(figures, sources.exceptions),
      ...overriddenCheck(figures, sources.exceptions),
      ...confirmedCheck(figures, sources.confirmations),
      ...reviewedCheck(figures, sources.facts),
      ...overCheck(figures, sources.facts),
      ...beforeChecks(figures, items, sources),
    ],
    frozen: frozenChecks(figures, items, sources),
  };
}

/** Errors that nobody decided on, but for those that were overridden when the month was prepared. */
function decidedCheck({ input }: Figures, exceptions: ExceptionTable): Proof {
  const overridden = overriddenErrors(input);
  const waiting = input.review.findings.some(
    ({ finding, status }) =>
      finding.severity === "error" && !isDecided(status) && !overridden.has(finding.fingerprint),
  );
  const columns: readonly ExceptionKey[] = [
    "severity",
    "rank",
    ...(hasOverriddenErrors(input) ? ["overridden" as const] : []),
  ];
  const undecided = () =>
    exceptions.overParts(columns, (severities, ranks, ...overrides) => {
      const others = overrides.map((range) => `,${range},"<>${OVERRIDDEN}"`).join("");
      return `COUNTIFS(${severities},"error",${ranks},${CLASS_RANK.undecided}${others})`;
    });
  return {
    words: "Every error is decided, or was overridden with a note",
    holds: !waiting,
    formula: () => `${undecided()}<=0`,
    ref: "C1",
    link: () => exceptions.link("status", 0),
  };
}

/** Once a month is prepared: an override lets it be signed, and explains nothing. */
function overriddenCheck(figures: Figures, exceptions: ExceptionTable): Proof[] {
  if ((exportedStanding(figures.input)?.prepared ?? null) === null) return [];
  const isOverridden = hasOverriddenErrors(figures.input);
  // Of how many there is no word where what was raised then cannot be read.
  const overridden = isOverridden ? Math.max(1, overriddenErrors(figures.input).size) : 0;
  return [
    {
      words: "No error was overridden when the month was prepared",
      holds: !isOverridden,
      formula: () => `${overridden}=0`,
      ref: "C1",
      link: () => exceptions.link("status", 0),
    },
  ];
}

/** The provider's word, where it was given: the strongest evidence there is. */
function confirmedCheck({ input }: Figures, table: ConfirmationTable): Proof[] {
  const agreeing = (input.workpaper?.balances ?? []).map(agreesWithProvider);
  if (agreeing.every((agrees) => agrees === null)) return [];
  return [
    {
      words: "The closing balances agree to those that the provider confirmed",
      holds: !agreeing.includes(false),
      formula: () => table.overParts(["agrees"], (range) => `COUNTIF(${range},FALSE())`).concat("=0"),
      ref: "A",
      link: () => table.link("agrees", 0),
    },
  ];
}

/** Once a month is signed: nobody reviews his own work. */
function reviewedCheck(figures: Figures, facts: FactTable): Proof[] {
  const work = ownWorkOfSigner(figures);
  if (work === null) return [];
  const own = work.reduce((sum, one) => sum + one.own, 0);
  return [
    {
      words: "Whoever signed took none of the decisions, matches, ticks, confirmations and notes",
      holds: own === 0,
      formula: () => `${own}=0`,
      ref: "D2",
      link: () => facts.link("fact", 0),
    },
  ];
}

/** That nothing of a period was left unseen. */
export const SEEN_WORDS = "The newest pull is later than the period's end";

/** A period may end after the newest pull: what came in between was not seen. */
function overCheck({ input }: Figures, facts: FactTable): Proof[] {
  if (input.check.period === null) return [];
  const row = factRow(input, "seen");
  return [
    {
      words: SEEN_WORDS,
      holds: notOverWords(input.check) === null,
      formula: () => `${facts.cell("value", row)}="yes"`,
      ref: "D2",
      link: () => facts.link("value", row),
    },
  ];
}

function beforeChecks(
  figures: Figures,
  items: readonly OutstandingItem[],
  { openings: table, summary }: CheckSources,
): Proof[] {
  const { input } = figures;
  const signed = signedBefore(input);
  if (signed === null) return [];
  const openings = openingsOf(input);
  const month = monthTitle(signed.month);
  const carried = `Each wallet opens with what ${month} was signed to close at`;
  const brought = `Outstanding items brought forward agree to those signed with ${month}`;
  const agrees = agreementOf(figures, items).before === true;
  return [
    ...(hasSignedBefore(openings)
      ? [lastCellProof(carried, openings.every(agreesAsSigned), "A1", table, "agrees")]
      : []),
    lastCellProof(brought, agrees, "C2", summary, "agreesBefore"),
  ];
}

function frozenChecks(
  figures: Figures,
  items: readonly OutstandingItem[],
  { frozen, summary }: CheckSources,
): Proof[] {
  const { input } = figures;
  const step = frozenStepOf(input);
  if (step === null) return [];
  const done = step.step === "sign-off" ? "signed" : "prepared";
  const wallets = `The figures of each wallet are those that were ${done}`;
  const carried = `Outstanding items carried forward are those that were ${done}`;
  const isSame = frozenPairs(input).every((pair) => isAsFrozen(input, pair));
  const agrees = agreementOf(figures, items).now === true;
  return [
    lastCellProof(wallets, isSame, "A1", frozen, "ties"),
    lastCellProof(carried, agrees, "C2", summary, "agrees"),
  ];
}
