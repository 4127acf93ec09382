/**
 * A command of the command line, declared once: what it takes, what it does, how the result is printed. The types of
 * what it is given come from the declaration. Each error of a value is one sentence.
 */
import { Command, CommanderError } from "commander";
import { usageError } from "../../core/errors.ts";
import type { Session } from "./terminal.ts";

/** An argument or option that a command takes, and what becomes of it. */
export interface Takes<T> {
  readonly kind: "argument" | "option" | "needed";
  /** As the help shows what follows the name; '' for nothing. */
  readonly value: string;
  readonly description: string;
  readonly parse?: AnyParse | undefined;
  /** What it is where it is not given. */
  readonly standard?: unknown;
  /** Whether the option says no: `--no-pull`. */
  readonly isNegated?: boolean;
  /** What the command is given of what commander has read. */
  readonly read: (given: unknown) => T;
}

/**
 * Reads a text that was given.
 *
 * @param name the option's, such as `--month`
 * @param before what it was given before, where it may be given several times
 * @throws TieoutError USAGE
 */
export type Parse<T> = (text: string, name: string, before: T | undefined) => T;

/** As `Parse`, of what is collected as the declaration says. */
type AnyParse = (text: string, name: string, before: never) => unknown;

/** The arguments and options of a command by name: `payId` is `--pay-id`. In the order of the help. */
export type Takings = Readonly<Record<string, Takes<unknown>>>;
/** What a command is run with. */
export type Given<S extends Takings> = {
  readonly [Name in keyof S]: S[Name] extends Takes<infer T> ? T : never;
};

/** An argument that must be given. */
export function argument(description: string): Takes<string> {
  return { kind: "argument", value: "<>", description, read: (given) => given as string };
}

export function optionalArgument(description: string): Takes<string | undefined> {
  return { kind: "argument", value: "[]", description, read: (given) => given as string | undefined };
}

export function furtherArguments(description: string): Takes<readonly string[]> {
  return { kind: "argument", value: "[...]", description, read: (given) => given as readonly string[] };
}

/** An option that must be given. */
export function needed(value: string, description: string): Takes<string>;
export function needed<T>(value: string, description: string, parse: Parse<T>): Takes<T>;
export function needed(value: string, description: string, parse?: AnyParse): Takes<unknown> {
  return { kind: "needed", value, description, parse, read: (given) => given };
}

/** An option with a value; undefined where it is not given. */
export function option(value: string, description: string): Takes<string | undefined>;
export function option<T>(value: string, description: string, parse: Parse<T>): Takes<T | undefined>;
export function option(value: string, description: string, parse?: AnyParse): Takes<unknown> {
  return { kind: "option", value, description, parse, read: (given) => given };
}

/** An option with a value that it has where it is not given. */
export function standardOption<T>(
  value: string,
  description: string,
  parse: Parse<T>,
  standard: NoInfer<T>,
): Takes<T> {
  return { kind: "option", value, description, parse, standard, read: (given) => given as T };
}

/** An option without a value. */
export function toggle(description: string): Takes<boolean> {
  return { kind: "option", value: "", description, read: (given) => given === true };
}

/** An option without a value that says no: false where it is given. */
export function negated(description: string): Takes<boolean> {
  return { kind: "option", value: "", description, isNegated: true, read: (given) => given === true };
}

/** A command with its arguments, options and what it does; its name and description are in the list of all. */
export interface CommandDeclaration {
  readonly build: (name: string, session: Session) => Command;
}

interface Declared<S extends Takings, Result> {
  readonly takes: S;
  /** What the help says after the options. */
  readonly after: string;
  readonly run: (given: Given<S>, session: Session) => Result | Promise<Result>;
  /** Whether a key signs what it writes by name; it does unless told otherwise. */
  readonly signs?: false;
  /** Prints what it came to; the progress line is off the screen by then. */
  readonly print?: (result: Result, given: Given<S>, session: Session) => void | Promise<void>;
}

export function command<const S extends Takings, Result = void>(
  declared: Declared<S, Result>,
): CommandDeclaration {
  const { takes, after, run, print, signs } = declared;
  const isSigned = signs !== false && Object.hasOwn(takes, "by");
  return {
    build: (name, session) => {
      const built = new Command(name);
      for (const [key, one] of Object.entries(takes)) add(built, key, one);
      if (isSigned)
        add(
          built,
          SIGN_WITH,
          option("<file>", "the file of the key that signs it (default: $TIEOUT_KEY_FILE)"),
        );
      refuseRepeats(built);
      return built.addHelpText("after", after).action(async () => {
        const given = givenTo(built, takes);
        const result = await run(given, session);
        if (print === undefined) return;
        session.progress.clear();
        await print(result, given, session);
      });
    },
  };
}

/** Every command that writes by name takes the file of a key under this name. */
const SIGN_WITH = "signWith";

/** The key's file for what a command is to write by name; null where it writes nothing so. */
export function signedBy(built: Command): { readonly file: string | undefined } | null {
  const takesKey = built.options.some((one) => one.attributeName() === SIGN_WITH);
  if (!takesKey || built.getOptionValue("by") === undefined) return null;
  return { file: built.getOptionValue(SIGN_WITH) as string | undefined };
}

/** Commands under one name, `tieout bank add`. */
export function commandGroup(
  commands: Readonly<Record<string, { readonly description: string; readonly command: CommandDeclaration }>>,
): CommandDeclaration {
  return {
    build: (name, session) => {
      const names = Object.keys(commands).join(", ");
      const group = new Command(name).allowExcessArguments(true).action(() => {
        throw usageError(`Name what to do: tieout ${name} with one of ${names}.`);
      });
      for (const [one, { description, command: declared }] of Object.entries(commands)) {
        const built = declared.build(one, session).description(description).helpOption("--help", "show help");
        built.exitOverride().configureOutput({
          writeOut: (text) => session.terminal.stdout.write(text),
          writeErr: () => {},
        });
        group.addCommand(built);
      }
      return group;
    },
  };
}

function add(built: Command, key: string, { kind, value, description, ...one }: Takes<unknown>): void {
  if (kind === "argument") {
    built.argument(`${value.slice(0, 1)}${key}${value.slice(1)}`, description);
    return;
  }
  const name = `--${one.isNegated === true ? "no-" : ""}${optionName(key)}`;
  const flags = value === "" ? name : `${name} ${value}`;
  const { parse, standard } = one;
  const read =
    parse === undefined ? undefined : (text: string, before: unknown) => parse(text, name, before as never);
  if (kind === "needed") {
    if (read === undefined) built.requiredOption(flags, description);
    else built.requiredOption(flags, description, read);
  } else if (read === undefined) built.option(flags, description);
  else built.option(flags, description, read, standard);
}

/** @example `payId` is `pay-id` */
function optionName(key: string): string {
  return key.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

function givenTo<S extends Takings>(built: Command, takes: S): Given<S> {
  const values: unknown[] = [...built.processedArgs];
  const given = Object.entries(takes).map(([key, { kind, read }]) => [
    key,
    read(kind === "argument" ? values.shift() : built.getOptionValue(key)),
  ]);
  return Object.fromEntries(given) as Given<S>;
}

/** Refuses a repeated option with one value: the last would win without a word. Lists may be repeated. */
function refuseRepeats(built: Command): void {
  for (const one of built.options) {
    if (!one.required) continue;
    let times = 0;
    built.on(`option:${one.name()}`, () => {
      times += 1;
      if (times === 1 || Array.isArray(built.getOptionValue(one.attributeName()))) return;
      throw usageError(`${one.long ?? one.flags} is given twice; give it once.`);
    });
  }
}

export const anyText: Parse<string> = (text) => text;

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Parse<number> {
  return (text, name) => {
    const value = Number(text);
    if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(value) || value < least || value > most) {
      // Numbers out of range are reported.
      const upTo = most === Number.MAX_SAFE_INTEGER && !(value > most) ? "" : ` to ${most}`;
      const isPlain = least === Number.MIN_SAFE_INTEGER && !(value < least) && upTo === "";
      const from = isPlain ? "such as 12500" : `from ${least}${upTo}`;
      throw usageError(`${name} takes a whole number ${from}, not "${text}".`);
    }
    return value;
  };
}

/** One of some words. @param many of more than fit a sentence: what they are, and where to find them */
export function word<const W extends string>(
  words: readonly W[],
  many?: { readonly are: string; readonly where: string },
): Parse<W> {
  return (text, name) => {
    const known = words.find((candidate) => candidate === text);
    if (known !== undefined) return known;
    const takes = `${name} takes ${many?.are ?? `one of ${words.join(", ")}`}, not "${text}".`;
    throw usageError(many === undefined ? takes : `${takes}${guessAt(text, words)} ${many.where}`);
  };
}

/** The words like a mistyped one, as commander guesses at commands: ` Did you mean check?`; '' for none. */
function guessAt(text: string, words: readonly string[]): string {
  const known = new Command().helpOption(false).helpCommand(false).exitOverride();
  known.configureOutput({ writeErr: () => {} });
  for (const one of words) known.command(one);
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
export function collected<T>(parse: Parse<T>): Parse<readonly T[]> {
  return (text, name, before) => [...(before ?? []), parse(text, name, undefined)];
}
