/** The head of every sheet: whose wallet, which period, from what, prepared and reviewed by whom. */
import { openingOf } from "../../excerpt.ts";
import { capitalised } from "../../sentence.ts";
import { ZoneClock, sayInstant } from "../../time.ts";
import { type Signer, frozenStepOf, signersOf, unlikePrepared } from "../sheet/closing.ts";
import type { Figures } from "../sheet/figures.ts";
import { textLiteral } from "../sheet/currencies.ts";
import type { ReportInput } from "../sheet/input.ts";
import type { Workbook } from "../sheet/model.ts";
import type { SignatureTable } from "./month-file.ts";
import { ownerOfWallet, ownersWords, walletLabel, ownerName } from "../../words/wallet.ts";
import { currencyList } from "../../words/currency.ts";
import { periodTitle } from "../../words/month.ts";

/** Whose wallets they are; the caller where no wallet has an owner of known name. */
export function entityName(wallets: ReportInput["check"]["wallets"], entity: ReportInput["entity"]): string {
  const names = wallets.map((wallet) => ownerOfWallet(wallet, entity));
  return (
    ownersWords(names) ??
    (entity.userID === null
      ? (entity.name ?? "Escrow wallet")
      : ownerName({ ...entity, userID: entity.userID }))
  );
}

/** Longer names run over the edge of a page, and shrink it in LibreOffice. A footer of Excel has 255 characters. */
const LONGEST_NAME = { heading: 80, footer: 48 };

/** A name as headings and footers have it; A *Scope* has names in full. */
export function headingName(name: string, line: keyof typeof LONGEST_NAME): string {
  return name.length <= LONGEST_NAME[line] ? name : openingOf(name, LONGEST_NAME[line]);
}

export function walletCurrencies({ check }: ReportInput): (string | null)[] {
  return [...new Set(check.wallets.map(({ currency }) => currency))];
}

/** In what amounts are, by the decimals shown. */
export function unitWords(decimals: number): string {
  return decimals === 0 ? "amounts in the service's unit" : `amounts with ${decimals} decimals`;
}

/** Line 3: entity, wallet, period, currency, zone. */
export function scopeOf(input: ReportInput): string {
  const { check, entity, decimals } = input;
  const [first, ...others] = check.wallets;
  const wallet =
    first === undefined
      ? "no entries"
      : others.length === 0
        ? walletLabel(first)
        : `${others.length + 1} wallets`;
  return [
    `Entity: ${headingName(entityName(check.wallets, entity), "heading")}`,
    `Wallet: ${wallet}`,
    `Period: ${periodTitle(check.period)}`,
    `Currency: ${currencyList(walletCurrencies(input))}, ${unitWords(decimals)}`,
    `Times in ${check.options.timeZone}`,
  ].join("   ·   ");
}

/** Line 4: the last pull, and where the others are listed. */
export function sourceOf({ check, pulls }: ReportInput): string {
  const last = pulls.at(-1);
  if (last === undefined) return "Source: no pull recorded";
  const clock = new ZoneClock(check.options.timeZone);
  const from = last.source === "service" ? `service ${last.baseUrl ?? ""}`.trim() : "imported files";
  const others = pulls.length > 1 ? ` (last of ${pulls.length}, see D2)` : "";
  return `Source: ${from}, pull ${last.id}, ${sayInstant(last.finishedAtMs, clock)}${others}`;
}

export function footerOf(input: ReportInput): string {
  const run = input.run === null ? "" : `  ·  run ${input.run.id}`;
  const name = headingName(entityName(input.check.wallets, input.entity), "footer");
  return `${name}  ·  ${periodTitle(input.check.period)}${run}`;
}

const NAME_LINE = "______________________";
const DAY_LINE = "____________";

/** Whether what is shown is what was prepared or signed; null where nothing was. */
export interface AsFrozen {
  readonly same: boolean;
  /** Formulas of the checks that say so. */
  readonly cells: () => readonly string[];
}

/**
 * Line 5: who prepared and who reviewed it, as A Lead has it; lines to sign on where nobody did. Figures and
 * decisions that nobody signed carry no name: a page may be taken out.
 */
export function signaturesOf(
  figures: Figures,
  table: SignatureTable,
  asFrozen: AsFrozen | null,
): Workbook["signatures"] {
  const of = (row: number, label: string) => {
    const name = table.cell("name", row);
    const day = table.cell("day", row);
    // TEXT would need the day's format in the reader's own language; a day given as a text stays as it is.
    const written = `IFERROR(YEAR(${day})&"-"&RIGHT("0"&MONTH(${day}),2)&"-"&RIGHT("0"&DAY(${day}),2),${day})`;
    return `"${label}  "&IF(${name}="","${NAME_LINE}",${name})&"  on  "&IF(${day}="","${DAY_LINE}",${written})`;
  };
  const { input, clock } = figures;
  const { prepared, reviewed } = signersOf(input, clock);
  const names = {
    value: signedLines(prepared, reviewed),
    formula: `${of(0, "Prepared by")}&"          "&${of(1, "Reviewed by")}`,
  };
  const step = frozenStepOf(input);
  if (step === null || asFrozen === null) return names;
  const done = step.step === "sign-off" ? "signed" : "prepared";
  const run = `${capitalised(done)}: run ${step.frozen.runId}.`;
  const figuresDiffer = `${run} These figures differ from those ${done}.`;
  const unlike = unlikePrepared(input);
  const reviewDiffers = unlike === null ? null : `${run} ${capitalised(unlike)}.`;
  const same = reviewDiffers === null ? names : { value: reviewDiffers, formula: textLiteral(reviewDiffers) };
  const differ = textLiteral(figuresDiffer);
  return {
    value: asFrozen.same ? same.value : figuresDiffer,
    formula: `IFERROR(IF(AND(${asFrozen.cells().join(",")}),${same.formula},${differ}),${differ})`,
  };
}

/** Both names with their days; lines to sign on where nobody did. */
export function signedLines(prepared: Signer | null, reviewed: Signer | null): string {
  return `${signedLine("Prepared by", prepared)}          ${signedLine("Reviewed by", reviewed)}`;
}

function signedLine(label: string, signer: Signer | null): string {
  return `${label}  ${signer?.name ?? NAME_LINE}  on  ${signer?.day ?? DAY_LINE}`;
}
