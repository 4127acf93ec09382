/** Finds where two places of a month that show the same moment say otherwise. */
import { existsSync, readFileSync } from "node:fs";
import type { MonthStatement } from "../../../src/core/report/month-statement.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { momentTitle } from "../../../src/core/review/close/moment.ts";
import { showSettings } from "../../../src/main/services/backup/settings.ts";
import { listMoments, readMonth, readStatement } from "../../../src/main/services/close/moments.ts";
import { listMonths } from "../../../src/main/services/close/months.ts";
import { paragraphsOf } from "../../helpers/workbook/letter-paragraphs.ts";
import { readXlsx } from "../../helpers/workbook/xlsx.ts";
import type { Desk, Output } from "../desk.ts";
import { type GoldenWorld, outputsOf } from "../worlds.ts";
import {
  type Facts,
  NO_CURRENCY,
  factsOf,
  movedFacts,
  outstandingFacts,
  sayAmount,
  unlike,
} from "./facts.ts";
import { PLACES, type Place, type Rendered, checkText, stepText } from "./places.ts";
import { printedRows, recalculatedRows } from "./rows.ts";

/** What a world gives, and where two of its places say otherwise of one moment of a month. */
export async function comparedOutputsOf(world: GoldenWorld): Promise<{
  readonly outputs: Output[];
  readonly contradictions: string[];
}> {
  const contradictions: string[] = [];
  const outputs = await outputsOf([world], undefined, async (desk, month) => {
    const found = await contradictionsOf(desk, month);
    contradictions.push(...found.map((words) => `${desk.world}, ${month}: ${words}`));
  });
  return { outputs, contradictions };
}

/**
 * Compares everything that was rendered of a month with its statement: the places of now, those of the signed month,
 * and `check --as-of` at each moment since.
 *
 * @returns one phrase for each fact that a place says otherwise
 */
async function contradictionsOf(desk: Desk, month: Month): Promise<string[]> {
  const { ledger } = desk;
  const context = desk.context;
  const moments = listMoments({ ledger, month });
  const [signature] = moments;
  const now = readStatement({ ledger, month }, context);
  const stateAt = (sequence: number) => readStatement({ ledger: { path: ledger, sequence }, month }, context);
  const signed = signature === undefined ? now : stateAt(signature.sequence);
  const { timeZone, ...shown } = shownIn(ledger, month);
  const { decimals } = shown;
  const rendered = await renderedOf(desk, month, now);
  const report = readMonth({ ledger, month }, context);
  const verdict = checkText(rendered.text("check.txt")).get("verdict") ?? "";
  const found = PLACES.flatMap((place) =>
    wrongIn(place, rendered, {
      ...shown,
      statement: place.of === "now" ? now : signed,
      verdict,
      beside: (say) => [...outstandingFacts(report, say), ...movedFacts(signed, now, say)],
    }),
  );
  for (const moment of moments) {
    const asked = moment.is === "signed" ? "signed" : String(moment.pullId);
    const printed = await desk.say("check", ledger, "--month", month, "--as-of", asked);
    const facts = factsOf(stateAt(moment.sequence), decimals, "written");
    // Which errors are brought forward the statement leaves to the check.
    const said = new Map([...checkText(printed)].filter(([name]) => name !== "verdict"));
    const names = unlike(said, facts, ["errors", "warnings"]);
    const title = momentTitle(moment, timeZone);
    if (!printed.includes(title)) names.push(`does not say: ${title}`);
    found.push(...names.map((words) => `check --as-of ${asked}: ${words}`));
  }
  return [...found, ...(await wrongInSteps(desk, month))];
}

/** Prepares a copy of the ledger and signs it, and compares what each step prints with its statement. */
async function wrongInSteps(desk: Desk, month: Month): Promise<string[]> {
  const copy = desk.copyFor("for-close");
  const of = [copy, "--month", month];
  // A month with points that wait is neither prepared nor signed.
  const { points } = JSON.parse(await desk.say("points", copy, "--open", "--json")) as {
    readonly points: readonly { readonly point: number }[];
  };
  for (const { point } of points)
    await desk.say("answer", copy, String(point), "--text", "Seen", "--by", "Ada Obi");
  const { state } = readStatement({ ledger: copy, month }, desk.context);
  const isFrozen = state !== "open";
  if (isFrozen) await desk.say("reopen", ...of, "--reason", "To sign it anew", "--by", "Ben Cole");
  const found: string[] = [];
  for (const [step, ...flags] of [
    ["prepare", "--by", "Ada Obi", "--override", "As it stands"],
    ["sign-off", "--by", "Ben Cole"],
  ] as const) {
    const said = stepText(await desk.say(step, ...of, ...flags));
    const { decimals } = shownIn(copy, month);
    const facts = factsOf(readStatement({ ledger: copy, month }, desk.context), decimals, "written");
    const names = unlike(said, facts, ["state", "conclusion", "errors", "undecided errors"]);
    found.push(...names.map((words) => `${step}: ${words}`));
  }
  return found;
}

interface Shown {
  readonly statement: MonthStatement;
  /** The sentence of the check, which the statement leaves to it. */
  readonly verdict: string;
  /** What of the month other places than its statement say: outstanding items, and what moved since. */
  readonly beside: (say: (amount: number) => string) => Iterable<readonly [string, string]>;
  /** Of the month, and of the ledger. */
  readonly decimals: number;
  readonly ledgerDecimals: number;
}

function wrongIn(
  place: Place,
  rendered: Rendered,
  { statement, verdict, beside, ...shown }: Shown,
): string[] {
  const {
    name,
    amounts,
    states,
    statesOfWallets = [],
    statesOfExceptions = [],
    statesOnceChanged = [],
  } = place;
  const decimals = place.hasOwnDecimals === true ? shown.ledgerDecimals : shown.decimals;
  const facts = new Map([
    ...factsOf(statement, decimals, amounts),
    ...beside(sayAmount(amounts, decimals)),
    ["verdict", verdict],
    ["other decimals", String(shown.decimals !== shown.ledgerDecimals)],
  ]);
  const said = withoutDashes(place.read(rendered), facts, sayAmount(amounts, decimals)(0));
  const mustSay = [
    ...states,
    ...statesOnceChanged.filter((fact) => facts.has(fact)),
    ...statement.currencies.flatMap(({ currency, wallets, exceptions }) => {
      const isFound = Object.values(exceptions).some(({ items }) => items > 0);
      // Wallets that may be in different currencies are not added up everywhere.
      const mayDiffer = currency === null && wallets > 1;
      return [
        ...(wallets === 0 || mayDiffer ? [] : statesOfWallets),
        ...(isFound ? statesOfExceptions : []),
      ].map((fact) => `${currency ?? NO_CURRENCY} ${fact}`);
    }),
  ];
  return unlike(said, facts, mustSay).map((words) => `${name}: ${words}`);
}

/** Paper shows nothing as a dash, whatever its decimals, and no items as one, too. */
function withoutDashes(said: Facts, facts: Facts, nothing: string): Facts {
  return new Map(
    Array.from(said, ([fact, value]) => {
      const right = facts.get(fact) ?? "";
      return [fact, value === "–" && [nothing, "0"].includes(right) ? right : value];
    }),
  );
}

/** How amounts of a month are shown: as frozen while it is prepared or signed. */
export function shownIn(ledger: string, month: Month) {
  const { timeZone, decimals: ledgerDecimals } = showSettings(ledger);
  const { state, steps = [] } = listMonths(ledger).find((one) => one.month === month) ?? {};
  const isFrozen = state !== "open";
  const frozen = isFrozen ? steps.findLast((step) => step.frozen !== null)?.frozen : null;
  return {
    timeZone: frozen?.options.timeZone ?? timeZone,
    decimals: frozen?.decimals ?? ledgerDecimals,
    ledgerDecimals,
  };
}

async function renderedOf(desk: Desk, month: Month, { currencies }: MonthStatement): Promise<Rendered> {
  const workbook = await readXlsx(desk.path(`${desk.world}.xlsx`));
  const year = await readXlsx(desk.path(`${desk.world}-year.xlsx`));
  const paper = readFileSync(desk.path(`${desk.world}.pdf`), "utf8");
  const letter = desk.path(`${desk.world}.docx`);
  const [only] = currencies;
  return {
    month,
    sole: currencies.length === 1 ? (only?.currency ?? NO_CURRENCY) : null,
    text: (name) =>
      desk.outputs.findLast((output) => output.world === desk.world && output.name === name)?.text ?? "",
    sheet: (name) => recalculatedRows(workbook, name),
    year: recalculatedRows(year, "Year"),
    close: readMonth({ ledger: desk.ledger, month }, desk.context),
    page: (ref) => printedRows(paper, ref),
    letter: existsSync(letter) ? paragraphsOf(letter) : [],
  };
}
