/** Parsing of command-line values. Each error is one sentence. */
import { Command, CommanderError } from "commander";
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
      // Numbers out of range are reported.
      const upTo = most === Number.MAX_SAFE_INTEGER && !(value > most) ? "" : ` to ${most}`;
      throw usageError(`${name} takes a whole number from ${least}${upTo}, not "${text}".`);
    }
    return value;
  };
}

/**
 * One of some words, as a commander argument parser.
 *
 * @param many where they are too many for one sentence: what they are, and a sentence that says where to
 *   find them
 * @throws TieoutError USAGE
 */
export function wordArgument<const W extends string>(
  name: string,
  words: readonly W[],
  many?: { readonly are: string; readonly where: string },
): (text: string) => W {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    const takes = `${name} takes ${many?.are ?? `one of ${words.join(", ")}`}, not "${text}".`;
    throw usageError(many === undefined ? takes : `${takes}${guessAt(text, words)} ${many.where}`);
  };
}

/** The words like a mistyped one, as commander guesses at commands: ` Did you mean check?`; '' for none. */
function guessAt(text: string, words: readonly string[]): string {
  const known = new Command().helpOption(false).helpCommand(false).exitOverride();
  known.configureOutput({ writeErr: () => {} });
  for (const word of words) known.command(word);
  try {
    known.parse([text], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return guessIn(error.message);
    throw error;
  }
  return "";
}

/** Commander's guess in a message of its own, which has it on a new line in brackets; '' for none. */
export function guessIn(message: string): string {
  const [, guess] = /\n\((Did you mean .*\?)\)$/u.exec(message) ?? [];
  return guess === undefined ? "" : ` ${guess}`;
}

/** Collects an option that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/**
 * Has a command refuse an option given twice that takes one value: the last would win without a word. Options
 * that collect (their value is a list) may be repeated, and so may those without a value.
 */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    if (!option.required) continue;
    let times = 0;
    command.on(`option:${option.name()}`, () => {
      times += 1;
      if (times === 1 || Array.isArray(command.getOptionValue(option.attributeName()))) return;
      throw usageError(`${option.long ?? option.flags} is given twice; give it once.`);
    });
  }
}
