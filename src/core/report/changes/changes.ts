/** C3: what a later pull changed in records seen before, field by field, with what it does to months that were signed before. */
import { uncapitalised } from "../../sentence.ts";
import { type JsonValue, canonicalJson } from "../../canonical.ts";
import { fieldLabel, instantIn, isMoney, valueWords } from "../../field-words.ts";
import { formatAmount } from "../../money.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import type { RuleId } from "../../reconcile/rules.ts";
import type { Restatement, RestatedSignature, WalletEffect } from "../../review/restate/restatements.ts";
import { compareBytes } from "../../text.ts";
import { formatInstant } from "../../time.ts";
import { datedWords } from "./dated-words.ts";
import { type IdLinks, severityCell } from "../exceptions/exceptions.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import type { Cell, Column, Row } from "../model.ts";
import { walletLabel } from "../rollforward/rollforward.ts";
import { monthTitle } from "../words/verdict.ts";
import type { FindLink } from "../records/wallet.ts";

export function changeColumns(zone: string): readonly Column[] {
  return [
    { key: "change", header: "Change", kind: "text" },
    { key: "pull", header: "Pull", kind: "id" },
    { key: "at", header: `Pulled (${zone})`, kind: "instant" },
    { key: "walletID", header: "walletID", kind: "id" },
    { key: "payID", header: "payID", kind: "id" },
    { key: "payref", header: "Payref", kind: "text" },
    { key: "month", header: "Of month", kind: "text" },
    { key: "field", header: "Field", kind: "text" },
    { key: "before", header: `Before (times in ${zone})`, kind: "wrapped" },
    { key: "after", header: `After (times in ${zone})`, kind: "wrapped" },
    { key: "afterSignOff", header: "After sign-off", kind: "wrapped" },
    { key: "movement", header: "Effect on movements", kind: "amount" },
    { key: "closing", header: "Effect on closing", kind: "amount" },
    { key: "rule", header: "Rule", kind: "text" },
    { key: "severity", header: "Severity", kind: "text" },
    { key: "message", header: "What was found", kind: "wrapped" },
  ];
}

export const CHANGE_WIDTHS = [16, 7, 18, 11, 11, 16, 16, 22, 22, 22, 42, 12, 12, 20, 9, 50];

const CHANGE_RULES: ReadonlySet<RuleId> = new Set([
  "entry-changed",
  "entry-approved",
  "entry-vanished",
  "entry-returned",
  "transaction-changed",
  "transaction-vanished",
]);

/** A field of a changed record, or a whole record that vanished or came. */
export interface ChangeLine {
  /** As the register has it; null for what only the check found: changes of transactions that are not paid. */
  readonly restatement: Restatement | null;
  /** The check's finding of the same change, where it is one of the period's. */
  readonly finding: Finding | null;
  readonly field: string;
  readonly before: Cell;
  readonly after: Cell;
  /**
   * What the change does to a signed month, which stands once: on its first line, or where it does something to several wallets
   * on a line for each of them.
   */
  readonly effect: Restatement["effect"] | WalletEffect | null;
}

/** The register's changes of records up to the period's end, in its order, then those that only the check found. */
export function changesOf({ check, restatements }: ReportInput): ChangeLine[] {
  const findings = check.findings.filter(({ rule }) => CHANGE_RULES.has(rule));
  const byChange = Map.groupBy(findings, (finding) =>
    changeKey(finding, kindOfFinding(finding), finding.changes ?? []),
  );
  const last = check.period?.to.slice(0, 7) ?? "9999-99";
  const registered = restatements.restatements.filter(
    ({ months }) => months.length === 0 || months.some((month) => month <= last),
  );
  const seen = new Set<Finding>();
  const lines = registered.flatMap((restatement) => {
    const { fields, kind } = restatement;
    // The same change may have been made several times.
    const same = byChange.get(changeKey(restatement, kind, fields));
    const finding = same?.find((one) => !seen.has(one)) ?? null;
    if (finding !== null) seen.add(finding);
    return linesOf(restatement, finding);
  });
  const others = findings.filter((finding) => !seen.has(finding));
  return [...lines, ...others.flatMap((finding) => linesOf(null, finding))];
}

/** What stands above the changes. */
export function changesTitle({ restatements: { restatements, total } }: ReportInput): string {
  const listed =
    restatements.length < total
      ? `; the newest ${formatAmount(restatements.length)} of ${formatAmount(total)}`
      : "";
  return `Restatements: what later pulls changed, field by field${listed}`;
}

/** What a finding without fields tells of a record. */
function kindOfFinding({ rule }: Finding): Restatement["kind"] {
  return rule === "entry-returned" ? "returned" : "vanished";
}

function changeKey(
  { walletID, payID }: Pick<Finding, "walletID" | "payID">,
  kind: Restatement["kind"],
  fields: NonNullable<Finding["changes"]>,
): string {
  const record = walletID === null ? `payID ${payID ?? ""}` : `walletID ${walletID}`;
  if (fields.length === 0) return `${record} ${kind}`;
  const sorted = fields.toSorted((a, b) => compareBytes(a.field, b.field)).map((field) => ({ ...field }));
  return `${record} ${canonicalJson(sorted)}`;
}

const WHOLE = "(whole record)";
/** What a record was before and after, where all of it came or went. */
const CAME_OR_WENT: Readonly<Partial<Record<Restatement["kind"], readonly [before: string, after: string]>>> =
  {
    vanished: ["there", "gone"],
    returned: ["gone", "there again"],
    "back-dated": ["not there", "there"],
  };

function linesOf(restatement: Restatement | null, finding: Finding | null): ChangeLine[] {
  const fields = restatement?.fields ?? finding?.changes ?? [];
  const of = { restatement, finding };
  const { signature = null, effect = null } = restatement ?? {};
  const wallets = signature === null ? [] : (effect?.wallets ?? []);
  const isEach = wallets.length > 1;
  const ownEffect = signature === null || isEach ? null : effect;
  const ofWallets = (isEach ? wallets : []).map((wallet) => ({
    ...of,
    field: `(effect on ${walletWords(wallet)})`,
    before: null,
    after: null,
    effect: wallet,
  }));
  if (fields.length === 0) {
    const [before, after] = CAME_OR_WENT[
      restatement?.kind ?? (finding === null ? "vanished" : kindOfFinding(finding))
    ] ?? ["there", "gone"];
    const dated = restatement === null ? "" : datedWords(restatement);
    const there = dated === "" ? after : `${after}: ${dated}`;
    return [{ ...of, field: WHOLE, before, after: there, effect: ownEffect }, ...ofWallets];
  }
  const lines = fields.map(({ field, before, after }, at) => ({
    ...of,
    field: fieldLabel(field),
    before: shown(field, before),
    after: shown(field, after),
    effect: at === 0 ? ownEffect : null,
  }));
  return [...lines, ...ofWallets];
}

/** @example `user 1, business 7, in NGN` */
function walletWords(wallet: WalletEffect): string {
  const label = walletLabel(wallet);
  const of = uncapitalised(label);
  return wallet.currency === null ? of : `${of}, in ${wallet.currency}`;
}

/** What a field said or says; amounts and times as cells of their own kind. */
function shown(field: string, value: JsonValue | undefined): Cell {
  const atMs = instantIn(field, value);
  if (atMs !== null) return { value: atMs, kind: "instant" };
  if (typeof value === "number" && isMoney(field)) return { value, kind: "amount" };
  const words = valueWords(field, value, { decimals: 0, sayTime: formatInstant });
  // A number that is no amount stays one; a flag is told.
  return typeof value === "number" && words === String(value) ? { value, kind: "id" } : words;
}

export function* changeRows(
  figures: Figures,
  changes: readonly ChangeLine[],
  links: IdLinks,
  linkOf: FindLink,
): Generator<Row> {
  for (const line of changes) {
    const { restatement, finding } = line;
    const { walletID, payID, payref } = restatement ?? finding ?? NO_RECORD;
    const signature = restatement?.signature ?? null;
    yield {
      tone: signature === null ? "plain" : "flag",
      cells: [
        restatement?.kind ?? finding?.rule.replace(/^.*-/u, "") ?? null,
        restatement?.pullId ?? null,
        restatement?.atMs ?? null,
        links.entry(walletID),
        links.transaction(payID),
        payref === "" ? null : payref,
        restatement?.months.map(monthTitle).join(", ") || null,
        line.field,
        line.before,
        line.after,
        signature === null ? null : signatureWords(figures, signature, line.effect),
        ...effectCells(line),
        ...findingCells(finding, linkOf),
      ],
    };
  }
}

const NO_RECORD = { walletID: null, payID: null, payref: null };

/** By whom and when it was signed; where there are several wallets, in which of them the effect is. */
function signatureWords(
  { clock, input }: Figures,
  { month, by, atMs, stillInForce }: RestatedSignature,
  effect: ChangeLine["effect"],
): string {
  const since = stillInForce ? "" : ", reopened since";
  const signed = `${monthTitle(month)}, signed off by ${by} on ${clock.day(atMs)}${since}`;
  const [wallet, ...others] = effect !== null && "wallets" in effect ? effect.wallets : [];
  const isOne = wallet !== undefined && others.length === 0 && input.check.wallets.length > 1;
  return isOne ? `${signed}; effect on ${walletWords(wallet)}` : signed;
}

/** On the signed month's movements and closing. */
function effectCells({ effect }: ChangeLine): Cell[] {
  return effect === null ? [null, null] : [effect.movement, effect.closing];
}

function findingCells(finding: Finding | null, linkOf: FindLink): Cell[] {
  if (finding === null) return [null, null, null];
  const link = linkOf(finding);
  const rule = link === null ? finding.rule : { value: finding.rule, link };
  return [rule, severityCell(finding), finding.message];
}
