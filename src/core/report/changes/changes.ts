/**
 * C3: what a later pull changed in records seen before, field by field, with what it does to months that were
 * signed before.
 */
import { canonicalJson } from "../../canonical.ts";
import { fieldLabel } from "../../fields/field-words.ts";
import { formatAmount } from "../../money.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import type { RuleId } from "../../reconcile/rules.ts";
import { broughtWords } from "../../review/restate/brought-words.ts";
import type { Restatement, WalletEffect } from "../../review/restate/restatements.ts";
import { compareBytes } from "../../text/text.ts";
import { datedWords } from "./dated-words.ts";
import { changedValue } from "./shown-value.ts";
import { severityCell } from "../exceptions/exceptions.ts";
import type { SubjectLinks } from "../exceptions/subject-links.ts";
import type { Figures } from "../figures.ts";
import type { ReportInput } from "../input.ts";
import type { Cell } from "../model.ts";
import { walletWords } from "../../words/wallet.ts";
import { monthTitle } from "../../words/month.ts";
import type { FindLink } from "../records/flags.ts";
import { ReportTable, columnsOf } from "../table.ts";

interface ChangeRow {
  readonly figures: Figures;
  readonly links: SubjectLinks;
  readonly linkOf: FindLink;
  readonly line: ChangeLine;
  readonly record: Pick<Finding, "walletID" | "payID" | "payref">;
}

const CHANGES = columnsOf<ChangeRow>()({
  change: {
    header: "Change",
    kind: "text",
    width: 16,
    value: ({ line: { restatement, finding } }) =>
      restatement?.kind ?? finding?.rule.replace(/^.*-/u, "") ?? null,
  },
  pull: { header: "Pull", kind: "id", width: 7, value: ({ line }) => line.restatement?.pullId ?? null },
  at: {
    header: "Pulled ({zone})",
    kind: "instant",
    width: 18,
    value: ({ line }) => line.restatement?.atMs ?? null,
  },
  walletID: {
    header: "walletID",
    kind: "id",
    width: 11,
    value: ({ links, record }) => links.entry(record.walletID),
  },
  payID: {
    header: "payID",
    kind: "id",
    width: 11,
    value: ({ links, record }) => links.transaction(record.payID),
  },
  payref: { header: "Payref", kind: "text", width: 16, value: ({ record }) => record.payref || null },
  month: {
    header: "Of month",
    kind: "text",
    width: 16,
    value: ({ line }) => line.restatement?.months.map(monthTitle).join(", ") || null,
  },
  field: { header: "Field", kind: "wrapped", width: 22, value: ({ line }) => line.field },
  before: {
    header: "Before (times in {zone})",
    kind: "wrapped",
    width: 22,
    value: ({ line }) => line.before,
  },
  after: { header: "After (times in {zone})", kind: "wrapped", width: 22, value: ({ line }) => line.after },
  afterSignOff: { header: "After sign-off", kind: "wrapped", width: 34, value: signatureWords },
  movement: {
    header: "Effect on movements",
    kind: "amount",
    width: 12,
    value: ({ line }) => line.effect?.movement ?? null,
  },
  closing: {
    header: "Effect on closing",
    kind: "amount",
    width: 12,
    value: ({ line }) => line.effect?.closing ?? null,
  },
  rule: { header: "Rule", kind: "text", width: 20, value: ruleCell },
  severity: {
    header: "Severity",
    kind: "text",
    width: 9,
    value: ({ line: { finding } }) => (finding === null ? null : severityCell(finding)),
  },
  message: {
    header: "What was found",
    kind: "wrapped",
    width: 40,
    value: ({ line }) => line.finding?.message ?? null,
  },
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

const CHANGE_RULES: ReadonlySet<RuleId> = new Set([
  "entry-changed",
  "entry-approved",
  "entry-vanished",
  "entry-returned",
  "transaction-changed",
  "transaction-vanished",
]);

/** A field of a changed record, or a whole record that vanished or came. */
interface ChangeLine {
  /** As the register has it; null where only the check found it: changes of unpaid transactions. */
  readonly restatement: Restatement | null;
  /** The check's finding of the same change, where it is one of the period's. */
  readonly finding: Finding | null;
  readonly field: string;
  readonly before: Cell;
  readonly after: Cell;
  /**
   * What the change does to a signed month, which stands once: on its first line, or where it does something
   * to several wallets on a line for each of them.
   */
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

/** What stands above the changes. */
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

const WHOLE = "(whole record)";
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
    return [{ ...of, field: WHOLE, before, after: there, effect: ownEffect }, ...ofWallets];
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
