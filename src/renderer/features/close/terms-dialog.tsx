/** What every month's file states, and the checklist that it begins with. */
import { useAnswer } from "../../app/use-answer.ts";
import { useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import type { MonthFile, ConfirmedBalance } from "../../../core/review/file/month-file.ts";
import type { FileTerms } from "../../../core/review/file/terms.ts";
import { ApiError } from "../../bridge/api-provider.tsx";
import { FaultOf, useOpenLedger } from "../../app/providers.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TieoutError } from "../../../core/errors.ts";
import type { ErrorCode } from "../../../core/error-codes.ts";
import { faultOf } from "../../../ipc/envelope.ts";
import { ANY_CURRENCY, type GivenMateriality, materialityIn } from "../../../core/review/file/materiality.ts";
import { currencyName } from "../../../core/words/currency.ts";
import { parseAmount } from "../../grid/amount-text.ts";

/** The newest terms, as seen from a month; also where the month on screen keeps earlier ones. */
export function TermsDialog({ file, onClose }: { readonly file: MonthFile; readonly onClose: () => void }) {
  const { data, error, readAgain } = useAnswer("file.terms", {});
  if (data !== undefined) return <TermsForm terms={data.terms} file={file} onClose={onClose} />;
  if (error === null) return null;
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <FaultOf error={error} onTryAgain={readAgain} />
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
  const { decimals } = useOpenLedger().settings;
  const [texts, setTexts] = useState({
    purpose: terms.purpose,
    policy: terms.policy,
    procedures: terms.procedures,
    checklist: terms.checklist.map(({ text }) => text).join("\n"),
    amount: amountOf(terms.fluctuation?.amount, decimals),
    percent: String(terms.fluctuation?.percent ?? ""),
  });
  const [amounts, setAmounts] = useState(() => typedMateriality(terms, balances, decimals));
  const field = (key: keyof typeof texts) => ({
    value: texts[key],
    onChange: (text: string) => setTexts({ ...texts, [key]: text }),
  });
  return (
    <StepDialog
      title={TITLE}
      words="Save"
      size="l"
      nameLabel="Changed by"
      noteLabel="Why (optional)"
      isLast
      take={async (said, api) => {
        const given = { ...givenIn(texts, decimals), materiality: materialityTyped(amounts, decimals) };
        return api["file.change"]({ given, month, ...said });
      }}
      done="The months' file is written"
      onClose={onClose}
    >
      <p>Written once for all months. A prepared or signed month keeps the file it was prepared under.</p>
      <TextField label="Purpose" rows={2} isFirst {...field("purpose")} />
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
    </StepDialog>
  );
}

function amountOf(amount: number | null | undefined, decimals: number): string {
  return amount === null || amount === undefined ? "" : formatAmount(amount, decimals);
}

interface TypedTerms extends Readonly<Record<"purpose" | "policy" | "procedures" | "checklist", string>> {
  readonly amount: string;
  readonly percent: string;
}

function givenIn({ purpose, policy, procedures, ...typed }: TypedTerms, decimals: number) {
  const checklist = typed.checklist.split("\n").filter((line) => line.trim() !== "");
  const [amount, percent] = [amountIn(typed.amount, decimals), amountIn(typed.percent, 0)];
  if ((amount === null) !== (percent === null))
    throw refused("FILE_INVALID", "Give both an amount and a percentage for what moved, or neither");
  const fluctuation = amount === null || percent === null ? null : { amount, percent };
  return { purpose, policy, procedures, fluctuation, checklist };
}

/** What is wrong with what was typed, as main would say it. @param sentence without a full stop */
export function refused(code: ErrorCode, sentence: string): ApiError {
  return new ApiError(faultOf(new TieoutError(code, sentence)));
}

// The materiality of one currency as it is typed: its amounts and its basis on one line.

interface TypedMateriality extends Readonly<Record<"amount" | "performance" | "trivial" | "basis", string>> {
  readonly currency: string | null;
}

/** One for each currency that has a materiality or a wallet in the month. */
function typedMateriality(
  terms: FileTerms,
  balances: readonly ConfirmedBalance[],
  decimals: number,
): TypedMateriality[] {
  const currencies = new Set([
    ...terms.materiality.map(({ currency }) => currency).filter((currency) => currency !== ANY_CURRENCY),
    ...balances.map(({ wallet }) => wallet.currency),
  ]);
  return [...currencies].map((currency) => {
    const { amount, performance, trivial, basis = "" } = materialityIn(terms, currency) ?? {};
    return {
      currency,
      amount: amountOf(amount, decimals),
      performance: amountOf(performance, decimals),
      trivial: amountOf(trivial, decimals),
      basis,
    };
  });
}

/** What is to change of the terms; a currency without an amount has none. @throws ApiError for no amount */
function materialityTyped(typed: readonly TypedMateriality[], decimals: number) {
  return typed.map(({ currency, amount, performance, trivial, basis }) => ({
    currency,
    amount: amountIn(amount, decimals),
    performance: amountIn(performance, decimals),
    trivial: amountIn(trivial, decimals),
    basis,
  })) satisfies GivenMateriality[];
}

interface MaterialityRowProps {
  readonly of: TypedMateriality;
  readonly onChange: (changed: TypedMateriality) => void;
}

function MaterialityRow({ of, onChange }: MaterialityRowProps) {
  const money = currencyName(of.currency);
  const field = (key: Exclude<keyof TypedMateriality, "currency">) => ({
    value: of[key],
    onChange: (text: string) => onChange({ ...of, [key]: text }),
  });
  return (
    <div className="wrap gap-2">
      <TextField label={`Materiality, ${money}`} inputMode="decimal" {...field("amount")} />
      <TextField label={`Performance, ${money}`} inputMode="decimal" {...field("performance")} />
      <TextField label={`Clearly trivial, ${money}`} inputMode="decimal" {...field("trivial")} />
      <TextField label={`Basis, ${money}`} {...field("basis")} />
    </div>
  );
}

/**
 * An amount as it was typed, in the service's unit; null for nothing.
 *
 * @throws ApiError for what is no amount
 */
export function amountIn(text: string, decimals: number): number | null {
  const typed = parseAmount(text, decimals);
  if (!typed.ok) throw refused("FILE_INVALID", typed.sentence.replace(/\.$/u, ""));
  return typed.value;
}
