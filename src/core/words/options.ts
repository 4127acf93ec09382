/** The options of a check in words: what each is called, and what each choice means. */
import { formatAmount, formatCount } from "../money.ts";
import type { ChainScope, CheckOptions, Convention, SettlementBasis } from "../options.ts";

export const CONVENTION_WORDS: Readonly<Record<Convention | "auto", string>> = {
  auto: "Detect",
  asset: "A debit raises the balance",
  bank: "A credit raises the balance",
};

export const BASIS_WORDS: Readonly<Record<SettlementBasis | "auto", string>> = {
  auto: "Detect",
  charged: "Charged amount",
  "less-escrow": "Charged less escrow fee",
  "less-fees": "Charged less escrow fee and tax",
  payable: "Payable amount",
};

export const SCOPE_WORDS: Readonly<Record<ChainScope, string>> = {
  user: "One balance per user",
  business: "One balance per business",
};

export const OPTION_NAMES: Readonly<Record<keyof CheckOptions, string>> = {
  convention: "Convention",
  settlementBasis: "Settlement basis",
  tolerance: "Tolerance",
  cutoffDays: "Cut-off days",
  chainScope: "Chain scope",
  timeZone: "Time zone",
};

/** @example `Charged less escrow fee`, `3 days` */
export function optionWords(options: CheckOptions, key: keyof CheckOptions, decimals: number): string {
  switch (key) {
    case "convention":
      return CONVENTION_WORDS[options.convention];
    case "settlementBasis":
      return BASIS_WORDS[options.settlementBasis];
    case "tolerance":
      return formatAmount(options.tolerance, decimals);
    case "cutoffDays":
      return formatCount(options.cutoffDays, "day");
    case "chainScope":
      return SCOPE_WORDS[options.chainScope];
    case "timeZone":
      return options.timeZone;
  }
}
