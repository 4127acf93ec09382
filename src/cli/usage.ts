/** Reading what a person typed: each value is checked here, and what is wrong is said in one sentence. */
import { TieoutError } from "../core/errors.ts";

export function usageError(sentence: string): TieoutError {
  return new TieoutError("USAGE", sentence);
}

/**
 * A whole number within bounds, as a commander argument parser.
 *
 * @throws TieoutError USAGE
 */
export function integerArgument(
  name: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(value) || value < least || value > most) {
      const upTo = most === Number.MAX_SAFE_INTEGER ? "" : ` to ${most}`;
      throw usageError(`${name} takes a whole number from ${least}${upTo}, not "${text}".`);
    }
    return value;
  };
}

/**
 * One of a few words, as a commander argument parser.
 *
 * @throws TieoutError USAGE
 */
export function wordArgument<const W extends string>(name: string, words: readonly W[]): (text: string) => W {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw usageError(`${name} takes one of ${words.join(", ")}, not "${text}".`);
    return word;
  };
}

/** Collects an option that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
