/** What every month's file states, and the checklist that it begins with. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatAmount } from "../../../../core/money.ts";
import type { MonthFile } from "../../../../core/review/file/month-file.ts";
import type { FileTerms } from "../../../../core/review/file/terms.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { FaultOf } from "../../../app/fault-of.tsx";
import { ofLedger, useOpenLedger } from "../../../app/ledger/ledger-provider.tsx";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { StepButtons, StepFields } from "../../../shared/months/step-fields.tsx";
import { useStep } from "../../../shared/months/use-step.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { refused } from "../refused.ts";
import { MaterialityRow, materialityTyped, typedMateriality } from "./materiality-row.tsx";
import { amountIn } from "./typed-amount.ts";

/** The newest terms, as seen from a month; also where the month on screen keeps earlier ones. */
export function TermsDialog({ file, onClose }: { readonly file: MonthFile; readonly onClose: () => void }) {
  const api = useApi();
  const { id } = useOpenLedger();
  const { data, error, refetch } = useQuery({
    queryKey: ofLedger("terms", id),
    queryFn: () => api["file.terms"]({}),
  });
  if (data !== undefined) return <TermsForm terms={data.terms} file={file} onClose={onClose} />;
  if (error === null) return null;
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <FaultOf error={error} onTryAgain={() => void refetch()} />
    </Dialog>
  );
}

const TITLE = "Edit the months' file";

interface TermsFormProps {
  readonly terms: FileTerms;
  readonly file: MonthFile;
  readonly onClose: () => void;
}

function TermsForm({ terms, file: { month, balances }, onClose }: TermsFormProps) {
  const api = useApi();
  const { decimals } = useOpenLedger().settings;
  const { preferences } = usePreferences();
  const [texts, setTexts] = useState({
    purpose: terms.purpose,
    policy: terms.policy,
    procedures: terms.procedures,
    checklist: terms.checklist.map(({ text }) => text).join("\n"),
    amount: amountOf(terms.fluctuation?.amount ?? null, decimals),
    percent: String(terms.fluctuation?.percent ?? ""),
  });
  const [amounts, setAmounts] = useState(() => typedMateriality(terms, balances, decimals));
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: "Enter your name to change the file",
    noteAsk: null,
    take: async ({ by, note }) => {
      const given = { ...givenIn(texts, decimals), materiality: materialityTyped(amounts, decimals) };
      return api["file.change"]({ given, by, note, month });
    },
    done: "The months' file is written",
    onDone: onClose,
  });
  const field = (key: keyof typeof texts) => ({
    value: texts[key],
    onChange: (text: string) => setTexts({ ...texts, [key]: text }),
  });
  return (
    <Dialog
      title={TITLE}
      size="l"
      onClose={onClose}
      actions={<StepButtons form={form} words="Save" onClose={onClose} />}
    >
      <p>Written once for all months. A prepared or signed month keeps the file it was prepared under.</p>
      <TextField
        label="Purpose"
        rows={2}
        // The first thing that the dialog asks.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field("purpose")}
      />
      <TextField label="Policy" rows={3} {...field("policy")} />
      <TextField label="Procedures" rows={3} {...field("procedures")} />
      {amounts.map((one, at) => (
        <MaterialityRow
          key={one.currency}
          of={one}
          onChange={(changed) => setAmounts(amounts.with(at, changed))}
        />
      ))}
      <TextField
        label="A figure that moved by this amount asks for a note"
        inputMode="decimal"
        {...field("amount")}
      />
      <TextField
        label="… and by this percentage of the month before"
        inputMode="numeric"
        {...field("percent")}
      />
      <TextField
        label="Checklist"
        rows={6}
        hint="One step a line. A step with another text is another step, to be ticked again."
        {...field("checklist")}
      />
      <StepFields isLast form={form} nameLabel="Changed by" noteLabel="Why (optional)" />
    </Dialog>
  );
}

function amountOf(amount: number | null, decimals: number): string {
  return amount === null ? "" : formatAmount(amount, decimals);
}

interface TypedTerms extends Readonly<Record<"purpose" | "policy" | "procedures" | "checklist", string>> {
  readonly amount: string;
  readonly percent: string;
}

/** @throws ApiError for what is no amount, and for half a threshold */
function givenIn({ purpose, policy, procedures, ...typed }: TypedTerms, decimals: number) {
  const checklist = typed.checklist.split("\n").filter((line) => line.trim() !== "");
  const [amount, percent] = [amountIn(typed.amount, decimals), amountIn(typed.percent, 0)];
  if ((amount === null) !== (percent === null))
    throw refused("FILE_INVALID", "Give both an amount and a percentage for what moved, or neither");
  const fluctuation = amount === null || percent === null ? null : { amount, percent };
  return { purpose, policy, procedures, fluctuation, checklist };
}
