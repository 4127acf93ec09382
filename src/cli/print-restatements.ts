/** The restatement register as a person wants to read it: what changed, and what that does to signed months. */
import type { JsonValue } from "../core/canonical.ts";
import { formatAmount, formatCount } from "../core/money.ts";
import { isMoney } from "../core/report/changes.ts";
import { monthTitle } from "../core/report/verdict.ts";
import type { Month } from "../core/review/close.ts";
import {
  RESTATEMENT_KINDS,
  type RestatedClosing,
  type Restatement,
  type RestatementRegister,
} from "../core/review/restatements.ts";
import { restatementsDocument } from "../core/review/restatements-document.ts";
import { sayInstant } from "../core/time.ts";
import { writeJsonList } from "./json-list.ts";
import { payrefWords } from "./record-words.ts";
import { type Terminal, harmless, print, tinted } from "./terminal.ts";

const KIND_WIDTH = Math.max(...RESTATEMENT_KINDS.map((kind) => kind.length));
const INDENT = " ".repeat(KIND_WIDTH + 4);

/** Writes the register to the terminal's result stream, or as JSON. */
export async function writeRestatements(
  terminal: Terminal,
  register: RestatementRegister & { readonly decimals: number },
  { month, json }: { readonly month: Month | null; readonly json: boolean },
): Promise<void> {
  if (json) {
    const { restatements: listed, ...head } = restatementsDocument(register);
    return writeJsonList(terminal, head, "restatements", listed);
  }
  const { restatements, total, closings, decimals } = register;
  if (total === 0) {
    const which = month === null ? "that was known before" : `of ${monthTitle(month)}`;
    return print(terminal, `No later pull changed an entry or a paid transaction ${which}.\n`);
  }
  for (const restatement of restatements) await print(terminal, linesOf(terminal, restatement, decimals));
  const more = total - restatements.length;
  if (more > 0) await print(terminal, `  … and ${formatCount(more, "more change")} by earlier pulls.\n`);
  await print(terminal, `\n${closingWords(closings, decimals).join("\n")}\n`);
}

function linesOf(terminal: Terminal, restatement: Restatement, decimals: number): string {
  const { kind, walletID, payID, payref, pullId, atMs, months, fields } = restatement;
  const record = walletID === null ? `payID ${payID}` : `walletID ${walletID}`;
  const pull = `pull ${pullId}${atMs === null ? "" : ` of ${sayInstant(atMs)}`}`;
  const lines = [
    `  ${tinted(terminal.stdout, restatement.signature === null ? "dim" : "yellow", kind.padEnd(KIND_WIDTH))}` +
      `  ${record}${payrefWords(payref)}: ${months.map(monthTitle).join(" to ")}, by ${pull}`,
    ...fields.map(
      ({ field, before, after }) =>
        `${INDENT}${harmless(field)} from ${valueWords(field, before, decimals)} to ${valueWords(field, after, decimals)}`,
    ),
    ...signatureLines(restatement, decimals).map((line) => `${INDENT}${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

function valueWords(field: string, value: JsonValue, decimals: number): string {
  if (typeof value === "number" && isMoney(field)) return formatAmount(value, decimals);
  return harmless(JSON.stringify(value));
}

function signatureLines({ signature, effect }: Restatement, decimals: number): string[] {
  if (signature === null) return [];
  const { month, by, atMs, stillInForce } = signature;
  const since = stillInForce ? "" : ", reopened since";
  const { wallets } = effect;
  const inIt =
    wallets.length === 0
      ? [`In it, ${effectWords(effect, (amount) => signed(amount, decimals))}.`]
      : wallets.map((wallet) => {
          const say = (amount: number) => `${signed(amount, decimals)}${unitOf(wallet)}`;
          const of = wallets.length === 1 ? "" : `of ${ownerOf(wallet)}, `;
          return `In it, ${of}${effectWords(wallet, say)}.`;
        });
  return [`${monthTitle(month)} was signed off by ${harmless(by)}, ${sayInstant(atMs)}${since}.`, ...inIt];
}

function ownerOf({ userID, businessID }: Pick<RestatedClosing, "userID" | "businessID">): string {
  return `user ${userID}${businessID === null ? "" : ` business ${businessID}`}`;
}

/** What stands after an amount of a wallet. */
function unitOf({ currency }: Pick<RestatedClosing, "currency">): string {
  return currency === null ? "" : ` ${harmless(currency)}`;
}

/** What a change does to the month that was signed, in one wallet. */
function effectWords(
  { movement, closing }: Pick<Restatement["effect"], "movement" | "closing">,
  say: (amount: number) => string,
): string {
  if (movement === 0 && closing === 0) return "the sum of movements and the stated closing stay";
  if (closing === 0)
    return `the sum of movements changes by ${say(movement)}; the stated closing does not follow, it stays`;
  if (movement === 0) return `the stated closing changes by ${say(closing)}, the sum of movements stays`;
  return `the sum of movements changes by ${say(movement)}, the stated closing by ${say(closing)}`;
}

function closingWords(closings: readonly RestatedClosing[], decimals: number): string[] {
  if (closings.length === 0) return ["Every signed month closes as it was signed."];
  return closings.map((closing) => {
    const say = (amount: number) => `${formatAmount(amount, decimals)}${unitOf(closing)}`;
    return (
      `${monthTitle(closing.month)}, ${ownerOf(closing)}: signed to close at ${say(closing.signed)}, ` +
      `closes at ${say(closing.now)} now (${signed(closing.now - closing.signed, decimals)})`
    );
  });
}

/** With its sign, as a change is told. */
function signed(amount: number, decimals: number): string {
  return `${amount > 0 ? "+" : ""}${formatAmount(amount, decimals)}`;
}
