/** A: how many causes explain the facts, and which, the largest amount first. */
import { formatCount } from "../../money.ts";
import { rowOf } from "../../sorted.ts";
import { type Cause, type Causes, countCauses } from "../../reconcile/causes/cause.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import type { Figures } from "../figures.ts";
import { labelAt } from "../currencies.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { causeRisk } from "../statement/exception-amounts.ts";
import { causeTitle, causeCountWords } from "../../words/cause.ts";

/** So many are listed; the window and `tieout check --json` have all. */
const MOST_LISTED = 100;

interface LeadCause extends Cause {
  /** Of its findings. */
  readonly first: Finding;
  /** Where C1 lists that. */
  readonly firstAt: number;
  readonly exceptions: ExceptionTable;
  readonly currency: string;
}

const CAUSES = columnsOf<LeadCause>()({
  cause: {
    header: "Cause",
    kind: "text",
    value: (cause) => ({
      value: causeTitle(cause, cause.first),
      link: cause.exceptions.link("rule", cause.firstAt),
    }),
  },
  amount: { header: "Amount", kind: "amount", value: ({ amount }) => amount },
  walletIDs: { header: "walletIDs", kind: "text", width: 16, value: ({ walletIDs }) => listed(walletIDs) },
  payIDs: { header: "payIDs", kind: "text", width: 16, value: ({ payIDs }) => listed(payIDs) },
  findings: { header: "Findings", kind: "integer", value: ({ findings }) => findings.length },
  unique: { header: "Unique", kind: "text", value: ({ unique }) => (unique ? "yes" : "no") },
  currency: { header: "Currency", kind: "text", ofCurrency: true, value: ({ currency }) => currency },
});

/** @param exceptions C1, with the findings it lists */
export function causeTable(figures: Figures, findings: readonly Finding[], exceptions: ExceptionTable) {
  const { causes } = figures.input.check;
  const at = new Map(findings.map(({ fingerprint }, index) => [fingerprint, index]));
  const ranked = causes.items
    .toSorted((a, b) => causeRisk(b) - causeRisk(a))
    .flatMap((cause): LeadCause[] => {
      const firstAt = at.get(cause.findings[0] ?? "") ?? -1;
      const first = findings[firstAt];
      return first === undefined
        ? []
        : [{ ...cause, first, firstAt, exceptions, currency: currencyOf(figures, first) }];
    });
  const shown = ranked.slice(0, MOST_LISTED);
  const left = ranked.length - shown.length;
  const words = causeCountWords(countCauses(causes));
  return new ReportTable(figures, {
    id: "causes",
    ...(words === null ? {} : { title: `${words} ${howToRead(causes)}` }),
    empty: "None: there is no fact to explain.",
    columns: CAUSES,
    count: shown.length + (left === 0 ? 0 : 1),
    *lines(_, here) {
      yield* shown;
      if (left > 0) yield here.row("quiet", { cause: `and ${formatCount(left, "smaller cause")}` });
    },
  });
}

/** What the amounts are, and what it means where a cause is not unique. */
function howToRead({ unique }: Causes): string {
  const amounts =
    "An amount is the largest at stake among the findings of its cause, and is never added up. Rows listed in another order come last: no money is at risk there.";
  return unique ? amounts : `${amounts} Not unique: other causes explain the same findings as well.`;
}

/** That of the record that a finding is about, as other cells name it. */
function currencyOf({ currencies, input: { records } }: Figures, { walletID, payID }: Finding): string {
  if (walletID !== null)
    return labelAt(currencies, currencies.ofEntry(rowOf(records.entries.walletID, walletID)));
  return labelAt(currencies, currencies.ofTransaction(rowOf(records.transactions.payID, payID ?? -1)));
}

function listed(ids: readonly number[]): string | null {
  return ids.length === 0 ? null : ids.join(", ");
}
