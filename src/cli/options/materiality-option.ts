/** Materiality on the command line: an amount for each currency. */
import type { Command } from "commander";
import { ANY_CURRENCY, type GivenMateriality, NO_CURRENCY } from "../../core/review/file/materiality.ts";
import { usageError } from "../usage.ts";

export interface MaterialityFlags {
  readonly materiality?: readonly GivenAmount[];
  readonly performance?: readonly GivenAmount[];
  readonly trivial?: readonly GivenAmount[];
  readonly basis?: string;
}

/** `NGN=100000`; without a currency that of the ledger's only one; null for `none`. */
interface GivenAmount {
  readonly currency: string | null | undefined;
  readonly amount: number | null;
}

/** Adds `--materiality`, `--performance`, `--trivial` and `--basis` to a command. */
export function addMaterialityOptions(command: Command): Command {
  return command
    .option(
      "--materiality <CURRENCY=amount>",
      `of each currency, such as NGN=100000; ${NO_CURRENCY}=… where none is stated, NGN=none to remove it`,
      amountArgument("--materiality"),
    )
    .option(
      "--performance <CURRENCY=amount>",
      "performance materiality of each currency",
      amountArgument("--performance"),
    )
    .option(
      "--trivial <CURRENCY=amount>",
      "what is clearly trivial in each currency",
      amountArgument("--trivial"),
    )
    .option("--basis <text>", "what the materiality was worked out from");
}

/** @throws TieoutError USAGE */
function amountArgument(name: string) {
  return (text: string, before: readonly GivenAmount[] | undefined): GivenAmount[] => {
    const [, code, typed = ""] = /^(?:([^=]*)=)?(.*)$/su.exec(text) ?? [];
    const currency = code?.trim();
    const amount = typed === "none" ? null : Number(typed);
    const isAmount = amount === null || (/^\d+$/u.test(typed) && Number.isSafeInteger(amount));
    if (!isAmount || currency === "" || currency === ANY_CURRENCY) {
      throw usageError(
        `${name} takes a currency and a whole number from 0, such as NGN=100000, not "${text}".`,
      );
    }
    return [...(before ?? []), { currency: currency === NO_CURRENCY ? null : currency, amount }];
  };
}

/**
 * What is to change of the materialities; undefined where nothing is given.
 *
 * @throws TieoutError USAGE for a currency that is given twice
 */
export function materialityFrom(flags: MaterialityFlags): GivenMateriality[] | undefined {
  const given = new Map<string | null | undefined, GivenMateriality>();
  const names = { materiality: "amount", performance: "performance", trivial: "trivial" } as const;
  for (const [flag, field] of Object.entries(names)) {
    for (const { currency, amount } of flags[flag as keyof typeof names] ?? []) {
      const before = given.get(currency) ?? { currency };
      if (before[field] !== undefined) throw usageError(`--${flag} is given twice for one currency.`);
      given.set(currency, { ...before, [field]: amount });
    }
  }
  const { basis } = flags;
  if (basis !== undefined && given.size === 0) given.set(undefined, {});
  if (given.size === 0) return undefined;
  return [...given.values()].map((one) => (basis === undefined ? one : { ...one, basis }));
}
