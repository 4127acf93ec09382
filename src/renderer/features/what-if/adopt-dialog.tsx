/**
 * Before the ledger keeps other options: exactly what changes, what that does to the findings, who wants it
 * and why.
 */
import type { CheckOptions } from "../../../core/options.ts";
import { formatAmount } from "../../../core/money.ts";
import { setFilters } from "../../app/use-route.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import type { CheckSummary } from "../../check/protocol.ts";
import { amountText } from "../../ui/values/amount-text.ts";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { changedOptions, compareRules, compareSeverities } from "./compare.ts";
import { useKeepOptions } from "./use-adopt.ts";
import { OPTION_NAMES, optionWords } from "../../../core/words/options.ts";
import { unsupportedBasis } from "../../shared/options/option-words.ts";
import "./adopt-dialog.css";

interface AdoptDialogProps {
  readonly options: CheckOptions;
  readonly ledgers: CheckOptions;
  readonly now: CheckSummary;
  /** null while it is not known what the options would change. */
  readonly tried: CheckSummary | null;
  readonly onClose: () => void;
}

export function AdoptDialog({ options, ledgers, now, tried, onClose }: AdoptDialogProps) {
  const { preferences } = usePreferences();
  const { decimals } = useDisplayFormat();
  const keepOptions = useKeepOptions();
  const changed = changedOptions(options, ledgers);
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to change the options",
    noteAsk: "Enter a reason to change the options",
    take: async (signed) => {
      await keepOptions(options, signed);
      setFilters("");
    },
    done: `The ledger now uses another ${changed.map((key) => OPTION_NAMES[key].toLowerCase()).join(", ")}`,
    onDone: onClose,
  });
  const warning = tried === null ? null : unsupportedBasis(tried);
  return (
    <Dialog
      title="Use these options"
      onClose={onClose}
      actions={<StepButtons form={form} words="Use these options" onClose={onClose} />}
    >
      <p>The ledger is then checked with these options, here and on the command line.</p>
      <Table
        caption="Options that change"
        rows={changed}
        rowKey={(key) => key}
        columns={[
          { title: "Option", isRowHeader: true, cell: (key) => OPTION_NAMES[key] },
          { title: "Before", cell: (key) => optionWords(ledgers, key, decimals) },
          { title: "After", cell: (key) => <b>{optionWords(options, key, decimals)}</b> },
        ]}
      />
      {warning === null ? null : <p className="adopt-not">{warning}</p>}
      {tried === null ? <p className="quiet">Checking their effect…</p> : <Effect {...{ now, tried }} />}
      <StepFields form={form} nameLabel="Changed by" noteLabel="Reason" />
    </Dialog>
  );
}

const SEVERITY_WORDS = { error: "errors", warning: "warnings", info: "notices" } as const;

/** How many more or fewer findings there are, in all and by rule. */
function Effect({ now, tried }: Pick<AdoptDialogProps, "now"> & { readonly tried: CheckSummary }) {
  const totals = compareSeverities(now, tried).filter(({ change }) => change !== 0);
  const rules = compareRules(now, tried).filter(({ change }) => change !== 0);
  if (rules.length === 0) return <p>No rule finds more or fewer in {now.title}.</p>;
  return (
    <div className="stack gap-1 adopt-effect">
      <p>
        In {now.title}:{" "}
        {totals
          .map(
            ({ severity, now: before, tried: after, change }) =>
              `${formatAmount(after)} instead of ${formatAmount(before)} ${SEVERITY_WORDS[severity]} (${changeText(change)})`,
          )
          .join(", ") || "as many errors, warnings and notices as now"}
        .
      </p>
      <ul>
        {rules.map(({ rule, severity, change }) => (
          <li key={rule} className={change > 0 && severity !== "info" ? "tone-error" : undefined}>
            {ruleName(rule)} {changeText(change)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function changeText(change: number): string {
  return amountText(change, { decimals: 0, sign: true });
}
