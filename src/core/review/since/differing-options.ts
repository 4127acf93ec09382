/** The options of a check that the ledger has otherwise now. */
import type { CheckOptions } from "../../options.ts";
import { OPTION_NAMES, optionWords } from "../../words/options.ts";

/** The options that one check has otherwise than another. */
export function differingOptions(then: CheckOptions, now: CheckOptions): (keyof CheckOptions)[] {
  return (Object.keys(OPTION_NAMES) as (keyof CheckOptions)[]).filter((name) => then[name] !== now[name]);
}

/**
 * Says each option that the ledger has otherwise now, with who changed it last.
 *
 * @param by who changed each; nobody where no name was asked for
 * @example `Time zone: UTC → Pacific/Auckland, by Ada Obi`
 */
export function optionChanges(
  then: CheckOptions,
  now: CheckOptions,
  { by, decimals }: { readonly by: ReadonlyMap<string, string>; readonly decimals: number },
): string[] {
  return differingOptions(then, now).map((name) => {
    const [was, is] = [optionWords(then, name, decimals), optionWords(now, name, decimals)];
    const who = by.get(name);
    return `${OPTION_NAMES[name]}: ${was} → ${is}${who === undefined ? "" : `, by ${who}`}`;
  });
}
