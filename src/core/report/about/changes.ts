/** C3: what a later pull changed in records seen before, by field, and what it does to signed months. */
import { WHOLE_RECORD } from "../../review/decisions/bound-records.ts";
import { canonicalJson, type JsonValue } from "../../canonical.ts";
import { fieldLabel, instantIn, isMoney, valueWords } from "../../reconcile/input/field-words.ts";
import { formatAmount } from "../../money.ts";
import type { Finding, CopiedField } from "../../reconcile/input/findings.ts";
import { CHANGE_RULES } from "../../reconcile/input/rules.ts";
import { broughtWords } from "../../review/restate/brought-words.ts";
import type { Restatement, WalletEffect } from "../../review/restate/restatements.ts";
import { compareBytes } from "../../text.ts";
import { datedWords } from "./dated-words.ts";
import { severityCell, type SubjectLinks } from "../exceptions/exceptions.ts";
import type { Figures } from "../sheet/figures.ts";
import type { ReportInput } from "../sheet/input.ts";
import type { Cell } from "../sheet/model.ts";
import { walletWords, walletLabel } from "../../words/wallet.ts";
import { monthTitle } from "../../words/month.ts";
import type { FindLink } from "../exceptions/wallet.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { formatInstant } from "../../time.ts";
import type { FrozenWallet } from "../../review/close/close.ts";
import { type FreezingStep, monthStates } from "../../review/close/month-states.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";

interface ChangeRow {
  readonly figures: Figures;
  readonly links: SubjectLinks;
  readonly linkOf: FindLink;
  readonly line: ChangeLine;
  readonly record: Pick<Finding, "walletID" | "payID" | "payref">;
}

const CHANGES = columnsOf<ChangeRow>()({
  change: {
    ...head("text", "Change", 16),
    value: ({ line: { restatement, finding } }) =>
      restatement?.kind ?? finding?.rule.replace(/^.*-/u, "") ?? null,
  },
  pull: { ...head("id", "Pull", 7), value: ({ line }) => line.restatement?.pullId ?? null },
  at: { ...head("instant", "Pulled ({zone})", 18), value: ({ line }) => line.restatement?.atMs ?? null },
  walletID: { ...head("id", "walletID", 11), value: ({ links, record }) => links.entry(record.walletID) },
  payID: { ...head("id", "payID", 11), value: ({ links, record }) => links.transaction(record.payID) },
  payref: { ...head("wrapped", "Payref", 16), value: ({ record }) => record.payref || null },
  month: {
    ...head("text", "Of month", 16),
    value: ({ line }) => line.restatement?.months.map(monthTitle).join(", ") || null,
  },
  field: { ...head("wrapped", "Field", 22), value: ({ line }) => line.field },
  before: { ...head("wrapped", "Before (times in {zone})", 22), value: ({ line }) => line.before },
  after: { ...head("wrapped", "After (times in {zone})", 22), value: ({ line }) => line.after },
  afterSignOff: { ...head("wrapped", "After sign-off", 34), value: signatureWords },
  movement: {
    ...head("amount", "Effect on movements", 12),
    value: ({ line }) => line.effect?.movement ?? null,
  },
  closing: { ...head("amount", "Effect on closing", 12), value: ({ line }) => line.effect?.closing ?? null },
  rule: { ...head("text", "Rule", 20), value: ruleCell },
  severity: {
    ...head("text", "Severity", 9),
    value: ({ line: { finding } }) => (finding === null ? null : severityCell(finding)),
  },
  message: { ...head("wrapped", "What was found", 40), value: ({ line }) => line.finding?.message ?? null },
});

/** @param links asked for when the rows are made */
export function changeTable(figures: Figures, links: () => SubjectLinks, linkOf: FindLink) {
  const lines = changesOf(figures.input);
  return new ReportTable(figures, {
    id: "changes",
    title: changesTitle(figures.input),
    empty: "None: no later pull changed a record seen before.",
    columns: CHANGES,
    count: lines.length,
    *lines() {
      const ways = links();
      for (const line of lines) {
        yield { figures, links: ways, linkOf, line, record: line.restatement ?? line.finding ?? NO_RECORD };
      }
    },
    tone: ({ line }) => ((line.restatement?.signature ?? null) === null ? "plain" : "flag"),
  });
}

const NO_RECORD = { walletID: null, payID: null, payref: null };

/** A field of a changed record, or a whole record that vanished or came. */
interface ChangeLine {
  /** As the register has it; null where only the check found it: changes of unpaid transactions. */
  readonly restatement: Restatement | null;
  /** The check's finding of the same change, where it is one of the period's. */
  readonly finding: Finding | null;
  readonly field: string;
  readonly before: Cell;
  readonly after: Cell;
  /** Stands once: on the change's first line, or on a line for each wallet that it does something to. */
  readonly effect: Restatement["effect"] | WalletEffect | null;
}

/** The register's changes up to the period's end, in its order, then those that only the check found. */
function changesOf({ check, restatements }: ReportInput): ChangeLine[] {
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

function changesTitle({ restatements: { restatements, total } }: ReportInput): string {
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

/** What a record was before and after, where all of it came or went. */
const CAME_OR_WENT: Readonly<Partial<Record<Restatement["kind"], readonly [before: string, after: string]>>> =
  {
    vanished: ["there", "gone"],
    returned: ["gone", "back"],
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
    return [{ ...of, field: WHOLE_RECORD, before, after: there, effect: ownEffect }, ...ofWallets];
  }
  const lines = fields.map(({ field, before, after }, at) => ({
    ...of,
    field: fieldLabel(field),
    before: changedValue(field, before),
    after: changedValue(field, after),
    effect: at === 0 ? ownEffect : null,
  }));
  return [...lines, ...ofWallets];
}

/** By whom and when the month was signed; where there are several wallets, in which of them the effect is. */
function signatureWords({
  figures: { clock, input },
  line: { restatement, effect },
}: ChangeRow): string | null {
  const signature = restatement?.signature ?? null;
  if (signature === null) return null;
  const { month, by, atMs, stillInForce } = signature;
  const since = stillInForce ? "" : ", reopened since";
  const signed = `${monthTitle(month)}, signed off by ${by} on ${clock.day(atMs)}${since}`;
  const [wallet, ...others] = effect !== null && "wallets" in effect ? effect.wallets : [];
  const isOne = wallet !== undefined && others.length === 0 && input.check.wallets.length > 1;
  const step = restatement?.step === undefined ? "" : `; ${broughtWords(restatement)}`;
  return `${signed}${step}${isOne ? `; effect on ${walletWords(wallet)}` : ""}`;
}

function ruleCell({ line: { finding }, linkOf }: ChangeRow): Cell {
  if (finding === null) return null;
  const link = linkOf(finding);
  return link === null ? finding.rule : { value: finding.rule, link };
}

// The cell of C3 that shows the value of a record's field.

/** What a field said or says; amounts and times as cells of their own kind. */
function changedValue(field: string, value: JsonValue | undefined): Cell {
  const atMs = instantIn(field, value);
  if (atMs !== null) return { value: atMs, kind: "instant" };
  if (typeof value === "number" && isMoney(field)) return { value, kind: "amount" };
  const words = valueText(field, value);
  // A number that is no amount stays one; a flag is told.
  return typeof value === "number" && words === String(value) ? { value, kind: "id" } : words;
}

/** The same in words. */
function valueText(field: string, value: JsonValue | undefined): string {
  return valueWords(field, value, { decimals: 0, sayTime: formatInstant });
}

// C3: what each signed month closes at now, compared with what it was signed to close at.

interface SignedWallet {
  readonly step: FreezingStep;
  readonly wallet: Pick<FrozenWallet, "userID" | "businessID" | "currency">;
  /** 0 for one that came since. */
  readonly signed: number;
  /** What it closes at as the ledger says it today; 0 for one that is gone. */
  readonly now: number;
}

const CLOSINGS = columnsOf<SignedWallet & { readonly figures: Figures }>()({
  month: { ...head("text", "Signed month"), value: ({ step }) => monthTitle(step.month) },
  run: { ...head("id", "Run"), value: ({ step }) => step.frozen.runId },
  when: { ...head("instant", "Signed ({zone})"), value: ({ step }) => step.atMs },
  by: { skip: 2, ...head("wrapped", "Signed by"), value: ({ step }) => step.by },
  currency: { ...head("text", "Currency"), value: ({ wallet }) => wallet.currency },
  wallet: { ...head("text", "Wallet"), value: ({ wallet }) => walletLabel(wallet) },
  signed: { ...head("amount", "Closing as signed"), value: ({ signed }) => signed },
  now: { ...head("amount", "Closing now"), value: ({ now }) => now },
  difference: {
    ...head("amount", "Difference"),
    value: ({ now, signed }) => now - signed,
    formula: ({ figures }, here) => figures.round(`${here.cell("now")}-${here.cell("signed")}`),
  },
  same: {
    ...head("truth", "The same"),
    value: ({ now, signed }) => now === signed,
    formula: (_, here) => `${here.cell("now")}=${here.cell("signed")}`,
  },
});

export function closingTable(figures: Figures) {
  const wallets = signedWalletsOf(figures.input);
  return new ReportTable(figures, {
    id: "closings",
    title: "Signed months: what they close at now",
    empty: "None: no month up to the period's end is signed off.",
    columns: CLOSINGS,
    lines: wallets.map((wallet) => ({ ...wallet, figures })),
    tone: ({ now, signed }) => (now === signed ? "plain" : "flag"),
  });
}

/** Of every signed month that ends no later than what is shown, months ascending; then newer wallets. */
function signedWalletsOf({ check, closeSteps, restatements }: ReportInput): SignedWallet[] {
  const last = check.period?.to.slice(0, 7) ?? "9999-99";
  const restated = Map.groupBy(restatements.closings, ({ month }) => month);
  return [...monthStates(closeSteps).values()].flatMap(({ month, signed: step }) => {
    if (step === null || month > last) return [];
    const others = new Map(restated.get(month)?.map((closing) => [walletKey(closing), closing]));
    const known = step.frozen.wallets.map((wallet) => {
      const now = others.get(walletKey(wallet))?.now ?? wallet.closing;
      others.delete(walletKey(wallet));
      return { step, wallet, signed: wallet.closing, now };
    });
    const cameSince = [...others.values()].map((wallet) => ({
      step,
      wallet,
      signed: wallet.signed,
      now: wallet.now,
    }));
    return [...known, ...cameSince];
  });
}

// C3: copies of one record that came in one pull with different contents, side by side, the copy used first.

interface CopiedLine {
  readonly finding: Finding;
  readonly copied: CopiedField;
  readonly links: SubjectLinks;
  readonly linkOf: FindLink;
}

const COPIES = columnsOf<CopiedLine>()({
  rule: {
    ...head("text", "Copies"),
    value: ({ finding, linkOf }) => {
      const value = finding.rule.replace(/^conflicting-/u, "");
      const link = linkOf(finding);
      return link === null ? value : { value, link };
    },
  },
  walletID: {
    skip: 2,
    ...head("id", "walletID"),
    value: ({ finding, links }) => links.entry(finding.walletID),
  },
  payID: { ...head("id", "payID"), value: ({ finding, links }) => links.transaction(finding.payID) },
  payref: { ...head("wrapped", "Payref"), value: ({ finding }) => finding.payref || null },
  field: { skip: 1, ...head("wrapped", "Field"), value: ({ copied }) => fieldLabel(copied.field) },
  used: {
    ...head("wrapped", "Copy used"),
    value: ({ copied: { field, values } }) => changedValue(field, values[0]),
  },
  others: { ...head("wrapped", "Other copies"), value: othersCell },
  severity: { skip: 4, ...head("text", "Severity"), value: ({ finding }) => severityCell(finding) },
});

/** The one other copy; of several each in its order. */
function othersCell({ copied: { field, values } }: CopiedLine): Cell {
  const [other, ...more]: readonly JsonValue[] = values.slice(1);
  if (more.length === 0) return changedValue(field, other);
  return values
    .slice(1)
    .map((value) => valueText(field, value))
    .join(" | ");
}

/** @param links asked for when the rows are made */
export function copiesTable(figures: Figures, links: () => SubjectLinks, linkOf: FindLink) {
  const found = figures.input.check.findings.flatMap((finding) =>
    (finding.copies ?? []).map((copied) => ({ finding, copied })),
  );
  return new ReportTable(figures, {
    id: "copies",
    title: "Copies of one record in one pull that differ, field by field",
    empty: "None: no record came twice with different contents.",
    columns: COPIES,
    count: found.length,
    *lines() {
      const ways = links();
      for (const one of found) yield { ...one, links: ways, linkOf };
    },
  });
}
