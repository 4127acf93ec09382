/** The command line as a whole: its commands, its help, and its exit status. */
import { type CommandDeclaration, guessIn, signedBy } from "./terminal/command.ts";
import { Command, CommanderError } from "commander";
import { TieoutError, formatError, usageError } from "../core/errors.ts";
import { remedyFor, remedyOf } from "../core/remedies.ts";
import { capitalised } from "../core/sentence.ts";
import { VARIABLES } from "../main/services/pull/credentials.ts";
import { PASSPHRASE_VARIABLE } from "./terminal/passphrase.ts";
import { APP_VERSION, EXIT, type ExitStatus, type Session } from "./terminal/terminal.ts";

// The commands by name, in the order of the help. A run loads the commands of the one that it names, and none of the
// others.

interface CommandEntry {
  readonly name: string;
  /** What the help says it does. */
  readonly description: string;
  readonly load: () => Promise<CommandDeclaration>;
}

const COMMANDS: readonly CommandEntry[] = [
  ...entries(async () => (await import("./commands/intake.ts")).INTAKE_COMMANDS, {
    pull: "pull the service's records into a ledger (created if absent)",
    import: "import saved responses of the service into a ledger (created if absent), or a reviewed workbook",
    "set-aside": "set a pull or import aside, as if it had never been made, put it back, or list the pulls",
  }),
  ...entries(async () => (await import("./commands/check.ts")).CHECK_COMMANDS, {
    check: "check a ledger or saved responses of the service, and show which rows break and why",
  }),
  ...entries(async () => (await import("./commands/review.ts")).REVIEW_COMMANDS, {
    review: "list the exceptions, decide on them, or undo a decision",
  }),
  ...entries(async () => (await import("./commands/match.ts")).MATCH_COMMANDS, {
    match: "match entries with transactions by hand, list candidates, undo a match, or list the matches",
    attach: "attach files as evidence to a finding, a match or a month, or withdraw evidence",
    evidence: "list the evidence of a ledger, or save one of its files",
  }),
  ...entries(async () => (await import("./commands/bank.ts")).BANK_COMMANDS, {
    bank: "keep the statements of bank accounts, and show what they prove",
  }),
  ...entries(async () => (await import("./commands/books.ts")).BOOKS_COMMANDS, {
    accounts: "show or set the accounts of the general ledger that a month's journal is posted to",
    books: "read the general ledger's balance of the wallet account, and compare it with the month's closing",
    journal:
      "show what a month is posted as in the general ledger, or release it for the program that imports it",
  }),
  ...entries(async () => (await import("./commands/export.ts")).EXPORT_COMMANDS, {
    export: "write the month's workbook, or its tables as CSV or JSON",
  }),
  ...entries(async () => (await import("./commands/letters.ts")).LETTER_COMMANDS, {
    letter: "write a letter to the service's provider about everything raised in a month",
    letters: "list the letters to the provider: sent, answered, and what still waits",
    "letter-sent": "record that a letter was sent, when and to whom",
    "letter-answered": "record an answer to a letter, and attach its file",
  }),
  ...entries(async () => (await import("./commands/file.ts")).FILE_COMMANDS, {
    file: "show or change what every month's file states: purpose, policy, procedures, materiality, checklist; show a month's file",
    tick: "tick a step of a month's checklist, or undo a tick",
    confirm: "record the closing balance that the provider confirms, with its source or evidence",
    fluctuation: "record why a figure moved since the month before",
  }),
  ...entries(async () => (await import("./commands/actions.ts")).ACTION_COMMANDS, {
    actions: "show or say what movements without a payment are, by their actions: withdrawals, top-ups, fees",
  }),
  ...entries(async () => (await import("./commands/months.ts")).MONTH_COMMANDS, {
    months: "list the months of a ledger and the state of each",
    prepare: "prepare a month for sign-off: freeze its figures, options and decisions",
    "sign-off": "sign off a month that someone else prepared",
    reopen: "reopen a prepared or signed month, with a reason",
  }),
  ...entries(async () => (await import("./commands/points.ts")).POINT_COMMANDS, {
    return: "return a prepared month to its preparer, with points to answer",
    point: "make a point on a month or on one of its findings, as its reviewer",
    points: "list the points of reviewers: what they are about, answered or not",
    answer: "answer a point of a reviewer",
  }),
  ...entries(async () => (await import("./commands/key.ts")).KEY_COMMANDS, {
    key: "make a key that signs instead of a name, enrol or revoke it in a ledger, list a ledger's keys",
  }),
  ...entries(async () => (await import("./commands/practice.ts")).PRACTICE_COMMANDS, {
    close: "pull, check and export a month for every ledger in a folder",
    clients: "list the ledgers of a folder: the month to close, whether it ties out, what waits and for whom",
  }),
  ...entries(async () => (await import("./commands/history.ts")).HISTORY_COMMANDS, {
    year: "show twelve months side by side: openings, restatements, what is unresolved, who signed",
    restatements: "list what later pulls changed in earlier records, signed months included",
  }),
  ...entries(async () => (await import("./commands/audit.ts")).AUDIT_COMMANDS, {
    examine: "list what an examiner asks of a month: each answer, its basis, and who owes what is open",
    audit: "pull as an auditor into a file of your own, and compare it with what a month was signed on",
    pack: "write everything that a signed month rests on into one file, to be checked without Tieout",
  }),
  ...entries(async () => (await import("./commands/ledger.ts")).LEDGER_COMMANDS, {
    verify: "prove that a ledger is intact and unchanged",
    anchor:
      "have a time-stamp authority state that the ledger's newest link exists by now, and keep its token",
    settings:
      "show or change how a ledger is checked, which time zone its days follow and how amounts are shown",
    prune:
      "drop the stored responses of older pulls, keeping their hashes; signed months that depend on them can no longer be proven",
    "back-up": "copy a ledger and check the copy, even while others write to the ledger",
    restore: "put a backup in its ledger's place, and keep the file that was there",
  }),
  ...entries(async () => (await import("./commands/programs.ts")).PROGRAM_COMMANDS, {
    sandbox: "run the Escrow Payment Service on this machine, with records made from a seed",
    demo: "do the whole job once, with nothing to set up",
    serve: "open the window in a browser on this machine",
  }),
];

/** The commands of one file, each with what the help says it does: all of them, and no others. */
function entries<Name extends string>(
  load: () => Promise<Readonly<Record<Name, CommandDeclaration>>>,
  descriptions: Readonly<Record<NoInfer<Name>, string>>,
): readonly CommandEntry[] {
  return Object.entries<string>(descriptions).map(([name, description]) => ({
    name,
    description,
    load: async () => (await load())[name as Name],
  }));
}

const HELP_AFTER = `
Start here:
  tieout demo                                  the whole job once, with nothing to set up
  tieout serve wallet.tieout --open            the window, in a browser on this machine
  tieout pull wallet.tieout --base-url URL     pull the service's records into a ledger
  tieout import wallet.tieout --wallet F …     import saved responses instead
  tieout settings wallet.tieout --time-zone Africa/Lagos
  tieout check wallet.tieout --month 2026-10   which rows break, and why
  tieout review wallet.tieout --month 2026-10  each exception and the decision on it
  tieout match wallet.tieout --candidates --pay-id 4711     which entries may belong to a payment
  tieout export wallet.tieout --month 2026-10 --out October.xlsx
  tieout import wallet.tieout --review October.xlsx         a reviewer's ticks and notes from the workbook
  tieout prepare wallet.tieout --month 2026-10 --by "Ada Obi"
  tieout return wallet.tieout --month 2026-10 --by "Bola Ade" --point "Where is the statement?"
  tieout sign-off wallet.tieout --month 2026-10 --by "Bola Ade"
  tieout close --month last clients            pull, check and export for every ledger in a folder
  tieout verify wallet.tieout                  prove that the ledger is intact
  tieout back-up wallet.tieout                 copy it beside itself; tieout restore puts a copy back

Exit status: 0 done; 1 findings of severity error (check), undecided errors (close) or a proof that failed (verify);
2 failed, with one line on stderr that starts with a code.`;

/** Runs a command line. @returns its exit status; never throws for bad input */
export async function run(args: readonly string[], session: Session): Promise<ExitStatus> {
  try {
    refuseSecretArguments(args, session.terminal.env);
    const program = await buildProgram(session, new Set(args));
    await program.parseAsync(asCommanderTakesIt(args, program), { from: "user" });
    return session.exitStatus;
  } catch (error) {
    if (error instanceof CommanderError) return endOfCommander(error, session);
    session.progress.clear();
    // The interruption follows from that, which was said.
    if (!session.isOutputLost) session.terminal.stderr.write(`${describeFailure(error)}\n`);
    return EXIT.failed;
  }
}

/**
 * Every command. Loading what all of them need would take longer than most of them take.
 *
 * @param needed names of the commands that are loaded, with their arguments and options; the others are only
 *   listed
 */
export async function buildProgram(session: Session, needed: ReadonlySet<string>): Promise<Command> {
  const program = new Command("tieout")
    .description(
      "Reconciles an escrow wallet: pulls it into a ledger, checks it offline, and shows which rows break and why.",
    )
    .version(APP_VERSION, "--version", "print the version")
    .helpOption("--help", "show help")
    .helpCommand(false)
    .addHelpText("after", HELP_AFTER)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => session.terminal.stdout.write(text),
      writeErr: () => {},
    })
    .showSuggestionAfterError(true)
    .hook("preAction", async (_, action) => {
      const signed = signedBy(action);
      if (signed === null) return;
      const { heldKeys } = await import("./terminal/signing.ts");
      session.context = { ...session.context, keys: await heldKeys(session, signed.file) };
    });
  for (const { name, description, load } of COMMANDS) {
    const command = needed.has(name) ? (await load()).build(name, session) : new Command(name);
    program.addCommand(
      command
        .description(description)
        .helpOption("--help", "show help")
        .exitOverride()
        .copyInheritedSettings(program),
    );
  }
  return program;
}

/** Nothing at all, and `help [COMMAND]`, ask for help; after an unknown command, nothing else is checked. */
function asCommanderTakesIt(args: readonly string[], program: Command): readonly string[] {
  const asked = args[0] === "help" ? [...args.slice(1, 2).filter((name) => name !== "help"), "--help"] : args;
  const [first = "--help"] = asked;
  if (first.startsWith("-")) return asked.length === 0 ? [first] : asked;
  return program.commands.some((command) => command.name() === first) ? asked : [first];
}

function endOfCommander(error: CommanderError, session: Session): ExitStatus {
  if (error.exitCode === 0) return EXIT.done;
  const [first = ""] = error.message
    .replace(/^error: /u, "")
    .trim()
    .split(/\s*\n\s*\(/u);
  const unknown = /^unknown command '(.*?)'/u;
  const said = first
    .replace(unknown, (_, name: string) => `There is no command "${name}"`)
    .replaceAll(/\s*\n\s*/gu, " ");
  const guess = guessIn(error.message);
  session.terminal.stderr.write(`USAGE: ${ended(capitalised(said))}${guess} ${remedyFor("USAGE")}\n`);
  return EXIT.failed;
}

/** With a full stop where it has no end of its own. */
function ended(sentence: string): string {
  return /[.?!]$/u.test(sentence) ? sentence : `${sentence}.`;
}

function describeFailure(error: unknown): string {
  if (error instanceof TieoutError) return `${ended(formatError(error))} ${remedyOf(error)}`;
  // Anything else is a defect of ours; its message may name it, its stack helps nobody at a terminal.
  const message = error instanceof Error ? error.message : String(error);
  return `DEFECT: ${message.replaceAll(/\s*\n\s*/gu, " ")} (please report it)`;
}

/** Shorter secrets may be the beginning of an innocent word, or a word themselves. */
const TELLING_LENGTH = 12;

/**
 * Refuses a secret among the arguments: other people's process lists show them. It is found as a whole
 * argument or as the value after a `=`; a long one also in the middle of other text.
 *
 * @throws TieoutError USAGE
 */
function refuseSecretArguments(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const [passphrase, ...credentials] = [PASSPHRASE_VARIABLE, VARIABLES.secretKey, VARIABLES.password].map(
    (name) => env[name],
  );
  const secrets = credentials.filter(
    (secret): secret is string => secret !== undefined && secret.length >= 4,
  );
  const named = args.find((arg) =>
    /^--?(secret|secret-?key|key|app-?id|phone|password|token)(=|$)/iu.test(arg),
  );
  if (
    args.some((arg) => /^--?passphrase(=|$)/iu.test(arg)) ||
    (passphrase !== undefined && passphrase !== "" && args.some((arg) => holds(arg, passphrase)))
  ) {
    throw usageError(
      `A passphrase is never taken from arguments; set ${PASSPHRASE_VARIABLE}, or type it when you are asked.`,
    );
  }
  if (named !== undefined || args.some((arg) => secrets.some((secret) => holds(arg, secret)))) {
    throw usageError(
      "Credentials are never taken from arguments; set TIEOUT_SECRET_KEY, TIEOUT_APP_ID, TIEOUT_PHONE and TIEOUT_PASSWORD, or use --credentials FILE.",
    );
  }
}

function holds(arg: string, secret: string): boolean {
  return secret.length >= TELLING_LENGTH
    ? arg.includes(secret)
    : arg === secret || arg.endsWith(`=${secret}`);
}
