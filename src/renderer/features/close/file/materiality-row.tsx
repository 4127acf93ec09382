/** The materiality of one currency as it is typed: its amounts and its basis on one line. */
import { formatAmount } from "../../../../core/money.ts";
import {
  ANY_CURRENCY,
  type GivenMateriality,
  materialityIn,
} from "../../../../core/review/file/materiality.ts";
import type { ConfirmedBalance } from "../../../../core/review/file/month-file.ts";
import type { FileTerms } from "../../../../core/review/file/terms.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { amountIn } from "./typed-amount.ts";
import { currencyName } from "../../../../core/words/currency.ts";

interface TypedMateriality extends Readonly<Record<"amount" | "performance" | "trivial" | "basis", string>> {
  readonly currency: string | null;
}

/** One for each currency that has a materiality or a wallet in the month. */
export function typedMateriality(
  terms: FileTerms,
  balances: readonly ConfirmedBalance[],
  decimals: number,
): TypedMateriality[] {
  const currencies = new Set([
    ...terms.materiality.map(({ currency }) => currency).filter((currency) => currency !== ANY_CURRENCY),
    ...balances.map(({ wallet }) => wallet.currency),
  ]);
  const typed = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? "" : formatAmount(amount, decimals);
  return [...currencies].map((currency) => {
    const { amount, performance, trivial, basis = "" } = materialityIn(terms, currency) ?? {};
    return {
      currency,
      amount: typed(amount),
      performance: typed(performance),
      trivial: typed(trivial),
      basis,
    };
  });
}

/** What is to change of the terms; a currency without an amount has none. @throws ApiError for no amount */
export function materialityTyped(typed: readonly TypedMateriality[], decimals: number) {
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

export function MaterialityRow({ of, onChange }: MaterialityRowProps) {
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
