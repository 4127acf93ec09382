/** The month's file: what it states, its checklist, what the provider confirmed, and what moved. */
import { type ReactNode, useState } from "react";
import { formatAmount, formatCount } from "../../../../core/money.ts";
import type { MonthFacts } from "../../../../core/review/close/months.ts";
import type {
  ConfirmedBalance,
  Fluctuation,
  MonthFile,
  TickedStep,
} from "../../../../core/review/file/month-file.ts";
import { materialityWords } from "../../../../core/review/file/materiality.ts";
import { FaultOf } from "../../../app/fault-of.tsx";
import { useOpenLedger } from "../../../app/ledger/ledger-provider.tsx";
import { monthName } from "../../../shared/months/close-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout/part.tsx";
import { BalanceTable } from "./balance-table.tsx";
import { Checklist } from "./checklist.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ExplainDialog } from "./explain-dialog.tsx";
import { FluctuationTable } from "./fluctuation-table.tsx";
import { TermsDialog } from "./terms-dialog.tsx";
import { TickDialog } from "./tick-dialog.tsx";
import { useMonthFile } from "./use-month-file.ts";

/** What is asked in a dialog. */
type FileDialog =
  | { readonly is: "terms" }
  | { readonly is: "step"; readonly step: TickedStep }
  | { readonly is: "balance"; readonly balance: ConfirmedBalance }
  | { readonly is: "fluctuation"; readonly fluctuation: Fluctuation };

export function MonthFilePart({ facts }: { readonly facts: MonthFacts }) {
  const { readOnly } = useOpenLedger();
  const { file, error, readAgain } = useMonthFile(facts.month);
  const [asked, ask] = useState<FileDialog | null>(null);
  const close = () => ask(null);
  const canMark = readOnly === null && facts.state !== "signed-off";
  return (
    <Section
      title="Month's file"
      level={3}
      aside={
        file === undefined ? null : (
          <span className="beside gap-2">
            <span className="quiet">{doneWords(file)}</span>
            {readOnly === null ? (
              <Button size="s" onPress={() => ask({ is: "terms" })}>
                Edit file…
              </Button>
            ) : null}
          </span>
        )
      }
    >
      {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
      {file === undefined ? (
        error === null ? (
          <output className="quiet">Reading the file of {monthName(facts.month)}…</output>
        ) : null
      ) : (
        <>
          <Stated file={file} />
          <Checklist steps={file.steps} onTick={canMark ? (step) => ask({ is: "step", step }) : null} />
          <BalanceTable
            balances={file.balances}
            onConfirm={canMark ? (balance) => ask({ is: "balance", balance }) : null}
          />
          <FluctuationTable
            fluctuations={file.fluctuations}
            onExplain={canMark ? (fluctuation) => ask({ is: "fluctuation", fluctuation }) : null}
          />
          {asked === null ? null : dialogOf(asked, file, close)}
        </>
      )}
    </Section>
  );
}

function dialogOf(asked: FileDialog, file: MonthFile, onClose: () => void): ReactNode {
  const { month } = file;
  switch (asked.is) {
    case "terms":
      return <TermsDialog file={file} onClose={onClose} />;
    case "step":
      return <TickDialog month={month} step={asked.step} onClose={onClose} />;
    case "balance":
      return <ConfirmDialog month={month} of={asked.balance} onClose={onClose} />;
    case "fluctuation":
      return <ExplainDialog month={month} of={asked.fluctuation} onClose={onClose} />;
  }
}

function doneWords({ steps }: MonthFile): string {
  const done = steps.filter(({ tick }) => tick !== null).length;
  return `${formatAmount(done)} of ${formatCount(steps.length, "step")} done`;
}

/** Purpose, policy, procedures and materiality; one sentence while nothing is written. */
function Stated({ file: { terms, decimals } }: { readonly file: MonthFile }) {
  const { purpose, policy, procedures, materiality } = terms;
  const written = [
    ["Purpose", purpose],
    ["Policy", policy],
    ["Procedures", procedures],
    ["Materiality", materiality.map((one) => materialityWords(one, decimals)).join("\n")],
  ].filter(([, text]) => text !== "");
  if (written.length === 0)
    return <p className="quiet">Purpose, policy, procedures and materiality are not written yet.</p>;
  return (
    <dl className="stack gap-1 file-stated">
      {written.map(([title, text]) => (
        <div key={title}>
          <dt className="label-caps">{title}</dt>
          <dd className="as-typed">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
