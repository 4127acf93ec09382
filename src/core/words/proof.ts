/** The verdict of a ledger's proof, in words that terminal and window share. */
import { formatAmount, formatCount } from "../money.ts";
import { capitalised } from "../sentence.ts";

/** The names of counts in `tieout.verify/1`, which programs read: they stay. People read the words. */
const FACTS = {
  entries: ["entry", "entries"],
  transactions: ["transaction", "transactions"],
  pulls: ["pull", "pulls"],
  "stored answers": ["stored response", "stored responses"],
  "pruned answers": ["pruned response", "pruned responses"],
  "pulls compared with raw answers": [
    "pull compared with its stored responses",
    "pulls compared with their stored responses",
  ],
  runs: ["run", "runs"],
  decisions: ["decision", "decisions"],
  "manual matches": ["manual match", "manual matches"],
  "steps of the close": ["step of the close", "steps of the close"],
  evidence: ["file of evidence", "files of evidence"],
  letters: ["letter to the provider", "letters to the provider"],
  points: ["review point", "review points"],
  "time stamps": ["time stamp", "time stamps"],
  "links of the audit trail": ["link of the audit trail", "links of the audit trail"],
  "signed months re-performed from raw answers": [
    "signed month re-performed from stored responses",
    "signed months re-performed from stored responses",
  ],
} as const satisfies Readonly<Record<string, readonly [one: string, several: string]>>;

export type ProofFactName = keyof typeof FACTS;
export const PROOF_FACT_NAMES = Object.keys(FACTS) as [ProofFactName, ...ProofFactName[]];

export interface ProofFact {
  readonly name: ProofFactName;
  readonly count: number;
}

/** Consecutive pulls whose rows were not compared with their stored responses, for one reason. */
export interface UncomparedPulls {
  readonly from: number;
  readonly to: number;
  /** `pruned`: dropped on purpose; `missing`: none in the ledger; `rules`: other rules made some rows. */
  readonly why: "pruned" | "missing" | "rules";
  /** In one sentence, without the full stop. */
  readonly sentence: string;
}

/** Which pulls' rows were compared with the rows that their stored responses give. */
export interface ComparedPulls {
  readonly compared: number;
  /** Ascending. Nothing wrong was found in them, and nothing was proven. */
  readonly notCompared: readonly UncomparedPulls[];
}

/** What the verdict of a proof depends on. */
interface ProofOutcome {
  readonly ok: boolean;
  readonly problems: readonly unknown[];
  /** null where the tables could not be read. */
  readonly pulls: ComparedPulls | null;
  /** Of the months whose signature is in force; null likewise. */
  readonly signedMonths: { readonly unproven: readonly unknown[] } | null;
}

/** Whether nothing was left out: all pulls were compared, and all signed months re-performed. */
export function isCompleteProof({ pulls, signedMonths }: ProofOutcome): boolean {
  return pulls?.notCompared.length === 0 && signedMonths?.unproven.length === 0;
}

/** The verdict of a proof in one sentence, without the full stop. */
export function proofVerdict({ ok, problems, pulls, signedMonths }: ProofOutcome): string {
  const unprovenMonths = signedMonths?.unproven.length ?? 0;
  if (!ok) return `The proof failed: ${formatCount(problems.length, "problem")}`;
  const exceptions = [
    ...rowsNotCompared(pulls?.notCompared ?? []),
    ...(unprovenMonths === 0
      ? []
      : [`${formatCount(unprovenMonths, "signed month")} could not be re-performed`]),
  ];
  return `The ledger is intact${exceptions.length === 0 ? "" : `, but ${exceptions.join(", and ")}`}`;
}

function rowsNotCompared(pulls: readonly UncomparedPulls[]): string[] {
  const [first] = pulls;
  if (first === undefined) return [];
  const count = pulls.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const which = pulls.length === 1 ? pullsWords(first.from, first.to) : formatCount(count, "pull");
  return [`rows of ${which} were not compared with stored responses`];
}

/** `pull 3`, `pulls 1 and 2`, `pulls 1 to 7`. */
export function pullsWords(from: number, to: number): string {
  if (from === to) return `pull ${from}`;
  return `pulls ${from} ${to === from + 1 ? "and" : "to"} ${to}`;
}

/** What one count is of, e.g. `stored responses`. */
export function proofFactWords({ name, count }: ProofFact): string {
  return FACTS[name][count === 1 ? 0 : 1];
}

/** All counts in one line: `7 entries, 2 pulls`. */
export function proofFactsWords(facts: readonly ProofFact[]): string {
  return facts.map((fact) => `${formatAmount(fact.count)} ${proofFactWords(fact)}`).join(", ");
}

/** What was compared before something was written, in one sentence: of a step of the close or a backup. */
export function comparedWords({ compared, notCompared }: ComparedPulls): string {
  const not = notCompared.map(({ sentence }) => `${capitalised(sentence)}.`);
  return [rowsAgree(compared), ...not].join(" ");
}

/** The same of a backup, which is proven before it takes its place. */
export function backedUpWords(pulls: ComparedPulls): string {
  return `The copy verifies. ${comparedWords(pulls)}`;
}

function rowsAgree(compared: number): string {
  if (compared === 0) return "No pull was compared with its stored responses.";
  const whose = compared === 1 ? "its" : "their";
  return `The rows of ${formatCount(compared, "pull")} agree with ${whose} stored responses.`;
}

/** What an export leaves to `verify`. */
export const LEFT_TO_VERIFY = "the records with their stored responses";

/** The sentences that say so after an export. @param by what compares them: a command, or the window's action */
function leftToVerify(by: string): string {
  return `Not compared: ${LEFT_TO_VERIFY}. ${by} compares them.`;
}

export const LEFT_TO_VERIFY_LINE = leftToVerify("`tieout verify`");
export const LEFT_TO_VERIFY_IN_WINDOW = leftToVerify("“Verify ledger”");
