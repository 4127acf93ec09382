/** What follows from a pack's records, made again and held against what the pack says, line by line. */
import { type JsonValue, sameJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { CHANGE_RULES } from "../../../core/reconcile/input/rules.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import { obstaclesIn } from "../../../core/review/close/reperformed.ts";
import { keptWordsNote } from "../../../core/reconcile/same-conclusion.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { type PackLeaf, type DerivedList, derivedLists } from "../../../core/report/pack-lists.ts";
import { type MetCheck, concludeOf } from "../../../core/report/lead/month-conclusion.ts";
import type { Misstatements } from "../../../core/report/exceptions/misstatements.ts";
import type { CloseStep, FrozenMonth } from "../../../core/review/close/close.ts";
import type { PackClaim } from "../../../core/words/pack.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { inKeptWords } from "../close/frozen.ts";
import { type CheckedMonth, checkMonth, freeze } from "../close/month-check.ts";
import { unkeptInputOf } from "../close/report-input.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type OpenedPack, ReadTree } from "./opened-pack.ts";
import { isObject } from "../proof/leaves.ts";
import { isSameRoot, withCommitments } from "./pack-trail.ts";
import { runOf, sha256OfTexts } from "../../ledger/acts/run.ts";

/** What is said of claims while they are proven. */
export interface ClaimVerdicts {
  broken(claim: PackClaim, ...faults: readonly string[]): void;
  unproven(claim: PackClaim, why: string | null): void;
  /** @param words what whoever relies on the claim has to know */
  stated(claim: PackClaim, ...words: readonly string[]): void;
}

/** The claims that follow from the records. */
export const DERIVED_CLAIMS = [
  "check",
  "chain",
  "roll-forward",
  "payments",
  "three-way",
  "causes",
  "decisions",
  "conclusion",
  "questions",
] as const satisfies readonly PackClaim[];

interface Deriving {
  /** Of the pack, as of the signature. */
  readonly db: ReadableLedger;
  readonly lists: JsonValue | undefined;
  readonly signed: FrozenMonth;
  readonly verdicts: ClaimVerdicts;
  /** See `PackLedger`. */
  readonly whyBlurred: string | null;
  /** Whether the check is said to be of another version than this one, which may have worded it otherwise. */
  readonly isOtherVersion: boolean;
}

/** Whether a failure says nothing about the pack. */
export function isNoFaultOfPack(error: unknown): boolean {
  if (!(error instanceof TieoutError)) return false;
  return error.code === "CANCELLED" || error.code.startsWith("LEDGER_DISK");
}

/** @throws TieoutError CANCELLED, LEDGER_DISK_FULL */
export async function proveDerived(
  pack: OpenedPack,
  given: Omit<Deriving, "isOtherVersion">,
  context: ServiceContext,
): Promise<void> {
  const { signed, verdicts } = given;
  const deriving = { ...given, isOtherVersion: signed.appVersion !== context.appVersion };
  if (signed.rulesVersion !== RULES_VERSION) {
    const why = `The month was signed under rules ${signed.rulesVersion}, and these are rules ${RULES_VERSION}`;
    for (const claim of DERIVED_CLAIMS) verdicts.unproven(claim, why);
    return;
  }
  try {
    await compareAll(pack, deriving, { ...context, memory: undefined });
  } catch (error) {
    if (isNoFaultOfPack(error)) throw error;
    // Records and acts are a stranger's: what cannot be checked is not what was signed.
    const why = error instanceof TieoutError ? error.message : "its records or acts cannot be read";
    verdicts.broken("check", `The month cannot be checked again: ${why}`);
    for (const claim of DERIVED_CLAIMS) verdicts.unproven(claim, "The month cannot be checked again");
  }
}

async function compareAll(pack: OpenedPack, deriving: Deriving, ours: ServiceContext): Promise<void> {
  const { db, signed, verdicts } = deriving;
  const context = { ...ours, appVersion: signed.appVersion };
  if (deriving.whyBlurred !== null && hasFindingOfContents(pack))
    for (const claim of ["decisions", "conclusion"] as const) verdicts.unproven(claim, deriving.whyBlurred);
  const isCut = pack.manifest.withheld.length > 0;
  const checked = checkMonth(db, pack.manifest.month, context);
  const steps = isCut ? { closeSteps: preparedOn(checked) } : {};
  const gathered = isCut ? checked.gathered : inKeptWords(db, signed, checked.gathered, ours.appVersion);
  const input = unkeptInputOf(db, gathered, context, steps);
  const lists = derivedLists(input);
  for (const name of Object.keys(lists) as DerivedList[]) {
    await goOn(context);
    // Names and texts that people typed decide what is asked, and how it is answered.
    const isHidden = name === "questions" && isCut;
    if (name === "questions")
      verdicts.broken("questions", ...questionFaults(pack, deriving, [...lists[name]()]));
    compareList(pack, deriving, name, isHidden ? null : lists[name]());
  }
  const again = freeze(db, checked, ours);
  if (!sameJson(signed.wallets, again.wallets))
    verdicts.broken("roll-forward", "The figures that were signed are not those of the entries");
  if (!sameJson(signed.proofs, again.proofs) || !sameJson(signed.outstanding, again.outstanding))
    verdicts.broken("three-way", "The lines that were signed are not those of wallet and payments");
  const counted = [signed, again].map(({ errors, warnings, decisionsSha256 }) =>
    isCut ? { errors, warnings } : { errors, warnings, decisionsSha256 },
  );
  if (!sameJson(counted[0], counted[1]))
    blur(deriving, "decisions", "Another number of exceptions is decided than was signed");
  if (obstaclesIn(signed, again) !== obstaclesIn(again, signed))
    blur(deriving, "conclusion", "Something else was in the way of preparing the month than was signed");
  const { sha256 = null } = leafOf(pack, "month", "name", "check.json");
  if (withCommitments(sha256) !== signed.checkSha256)
    verdicts.broken("check", "month.jsonl: its check.json is not the check that was signed");
  // Where something is withheld the digest is, too, and what the check found is compared line by line.
  if (isCut) {
    verdicts.stated("check", "Words of findings, and what changed in a record, are taken as stated");
    verdicts.stated("conclusion", "Proofs, checks beyond the first, and all words are taken as stated");
    return;
  }
  verdicts.stated("questions", "Whether responses are kept is taken as stated");
  if (deriving.isOtherVersion && signed.overridden.length > 0)
    verdicts.stated(
      "conclusion",
      "The words of what was in the way of preparing the month are taken as stated",
    );
  const { sentence } = leafOf(pack, "month", "is", "statement");
  if (sentence !== leafOf(pack, "questions", "id", "conclusion")["answer"])
    verdicts.broken(
      "questions",
      "month.jsonl, line 2: its sentence is not the answer of the question conclusion",
    );
  if (pack.sha256Of("check.json") !== signed.checkSha256)
    verdicts.broken("check", "check.json: it is not the check that was signed");
  if (again.checkSha256 === signed.checkSha256) return;
  const isSame = sha256OfTexts(runOf(gathered.result, 0).document) === signed.checkSha256;
  // What concludes something else is not in the kept words.
  if (gathered.result === checked.gathered.result && !isSame)
    blur(deriving, "check", "The check comes to another document than the one that was signed");
  else verdicts.stated("check", keptWordsNote(signed.appVersion), ...(isSame ? [] : [OTHER_CAUSES]));
}

const OTHER_CAUSES =
  "check.json has other causes, or no amounts at stake: of both the lists say what is proven";

function hasFindingOfContents(pack: OpenedPack): boolean {
  for (const { read } of pack.lines("findings"))
    if (CHANGE_RULES.has(read?.leaf["rule"] as RuleId)) return true;
  return false;
}

/** The steps of the close, where the kept check and its digest are withheld: the month counts as prepared on the check made again. */
function preparedOn({ steps, standing, checkSha256 }: CheckedMonth): CloseStep[] {
  return steps.map((step) =>
    step.frozen === null || step.month !== standing.month
      ? step
      : { ...step, frozen: { ...step.frozen, checkSha256 } },
  );
}

/** What is broken, unless it may be so because of what is withheld. */
function blur({ whyBlurred, verdicts }: Deriving, claim: PackClaim, fault: string): void {
  if (whyBlurred === null) verdicts.broken(claim, fault);
  else verdicts.unproven(claim, whyBlurred);
}

/** So many lines that differ are named. */
const MOST_NAMED = 3;

/** @param remade null of a list that only its seal is compared of */
function compareList(
  pack: OpenedPack,
  deriving: Deriving,
  name: DerivedList,
  remade: Iterable<PackLeaf> | null,
): void {
  const { verdicts } = deriving;
  const isCut = pack.manifest.withheld.length > 0;
  const tree = new ReadTree(false);
  const expected = (remade ?? [])[Symbol.iterator]();
  let told = 0;
  let isReworded = false;
  for (const { number, read } of pack.lines(name)) {
    const place = `${name}.jsonl, line ${number}`;
    if (read === null) {
      verdicts.broken("files", `${place}: this is no line of a list`);
      return;
    }
    tree.add(read);
    const stated = withCommitments(read.leaf) as PackLeaf;
    if (remade === null || (name === "month" && !isDerived(stated))) continue;
    const next = expected.next();
    if (told >= MOST_NAMED) continue;
    const made = next.done === true ? null : comparable(name, stated, next.value);
    const said = made !== null && deriving.isOtherVersion ? (inWordsOf(stated, made) as PackLeaf) : made;
    isReworded ||= !sameJson(said, made);
    const differing = said === null ? [CLAIM_OF[name]] : claimsBroken(name, stated, said, isCut);
    for (const claim of differing) {
      told += 1;
      const fault = `${place}${recordOf(stated)}: it does not follow from the records`;
      if (MAY_BLUR.has(name)) blur(deriving, claim, fault);
      else verdicts.broken(claim, fault);
    }
  }
  if (isReworded && name === "questions")
    verdicts.unproven("questions", otherWordsNote(deriving.signed.appVersion, "answers"));
  else if (isReworded)
    verdicts.stated(CLAIM_OF[name], otherWordsNote(deriving.signed.appVersion, "conclusion"));
  if (expected.next().done !== true) blur(deriving, CLAIM_OF[name], `${name}.jsonl: lines are missing`);
  if (!isSameRoot(deriving.lists, name, tree.root))
    verdicts.broken("seal", `${name}.jsonl: it is not what was sealed`);
}

/** Nobody compared what the words of two versions mean. */
function otherWordsNote(appVersion: string, of: "answers" | "conclusion"): string {
  return `The check is said to be of Tieout ${appVersion}, and this version has other words for the ${of}: whether they say the same is not proven`;
}

const CLAIM_OF = {
  findings: "check",
  "entry-work": "chain",
  "transaction-work": "payments",
  exceptions: "decisions",
  questions: "questions",
  month: "conclusion",
} as const satisfies Readonly<Record<DerivedList, PackClaim>>;

/** The lists that name findings, of which some are about what a record said before. */
const MAY_BLUR: ReadonlySet<DerivedList> = new Set(["findings", "exceptions", "questions", "month"]);

function isDerived({ is }: PackLeaf): boolean {
  return is === "check" || is === "statement";
}

/** The first line of a list of which a member has a value; no members where there is none. */
function leafOf(pack: OpenedPack, list: string, member: string, value: string): PackLeaf {
  for (const { read } of pack.lines(list)) if (read?.leaf[member] === value) return read.leaf;
  return {};
}

function recordOf({ walletID, payID, fingerprint, id }: PackLeaf): string {
  if (typeof walletID === "number") return `, walletID ${walletID}`;
  if (typeof payID === "number") return `, payID ${payID}`;
  if (typeof fingerprint === "string") return `, finding ${fingerprint.slice(0, 12)}`;
  return typeof id === "string" ? `, question ${id}` : "";
}

/** The claims that a line breaks by what it says otherwise than it should. */
function claimsBroken(name: DerivedList, stated: PackLeaf, remade: PackLeaf, isCut: boolean): PackClaim[] {
  switch (name) {
    case "findings":
      return isAlike(stated, remade, isCut ? ["message", "changes", "copies"] : []) ? [] : ["check"];
    case "entry-work":
      return [
        ...(isAlike(stated, remade, ["payID"]) ? [] : (["chain"] as const)),
        ...(stated["payID"] === remade["payID"] ? [] : (["payments"] as const)),
      ];
    case "transaction-work":
      return isAlike(stated, remade) ? [] : ["payments"];
    case "exceptions":
      return isAlike(stated, remade) ? [] : ["decisions"];
    case "questions":
      return isAlike(stated, remade) ? [] : ["questions"];
    case "month":
      if (stated["is"] !== remade["is"]) return ["conclusion"];
      return stated["is"] === "check" ? ofCheck(stated, remade, isCut) : ofStatement(stated, remade, isCut);
  }
}

/** Questions that every month has, in their order. */
const ALWAYS_ASKED =
  "source seen kept own-pull chain orphans outstanding unsupported unchanged decided raised matched-by-hand uncorrected opening stated who conclusion since when program".split(
    " ",
  );

function idsIn(leaves: readonly PackLeaf[]): string[] {
  return leaves.map(({ id }) => (typeof id === "string" ? id : ""));
}

function confirmedIn(ids: readonly string[]): string[] {
  return ids.filter((id) => id.startsWith("confirmed-"));
}

/** What is wrong with questions whatever their answers are, by docs/evidence-pack.md, section 14. */
function questionFaults(
  pack: OpenedPack,
  { signed, whyBlurred }: Deriving,
  remade: readonly PackLeaf[],
): string[] {
  const stated = Array.from(pack.lines("questions"), ({ read }) => read?.leaf ?? {});
  const ids = idsIn(stated);
  const always = ids.filter((id) => ALWAYS_ASKED.includes(id));
  const areDue =
    new Set(ids).size === ids.length &&
    sameJson(always, ALWAYS_ASKED) &&
    sameJson(confirmedIn(ids), confirmedIn(idsIn(remade))) &&
    ids.includes("overridden") === signed.overridden.length > 0;
  const decided = remade.find(({ id }) => id === "decided")?.["basis"];
  const areWhole = stated.every(
    ({ id, basis, owner, closes }) =>
      (basis === "computed" || basis === "asserted" || (basis === "missing" && owner !== null)) &&
      (owner === null) === (closes === null) &&
      (id !== "decided" || whyBlurred !== null || basis === decided),
  );
  return [
    ...(areDue ? [] : ["questions.jsonl: it lacks a question, or asks one that the month does not have"]),
    ...(areWhole ? [] : ["questions.jsonl: a question has another basis, or is owed by nobody"]),
  ];
}

/** A line made again, with what does not follow here as it is stated: a pack holds no responses. */
function comparable(name: DerivedList, stated: PackLeaf, remade: PackLeaf): PackLeaf {
  const { id = null } = remade;
  return name === "questions" && id === "kept" ? { ...stated, id } : remade;
}

/** Members of questions and of the statement that are words, or have words in them. */
const WORDS: ReadonlySet<string> = new Set(
  ["question", "answer", "closes", "where", "standard"].concat(["sentence", "reasons", "words"]),
);

/** What was made again in the words of what is stated, as far as both have any. */
function inWordsOf(stated: JsonValue, remade: JsonValue, areWords = false): JsonValue {
  if (typeof remade === "string") return areWords && typeof stated === "string" ? stated : remade;
  if (typeof remade !== "object" || remade === null || typeof stated !== "object") return remade;
  const of = (name: string | number) => (stated as PackLeaf | null)?.[name] ?? null;
  if (Array.isArray(remade)) return remade.map((item: JsonValue, at) => inWordsOf(of(at), item, areWords));
  const members = Object.entries(remade as PackLeaf);
  return Object.fromEntries(
    members.map(([name, one]) => [name, inWordsOf(of(name), one, areWords || WORDS.has(name))]),
  );
}

function isAlike(stated: PackLeaf, remade: PackLeaf, apart: readonly string[] = []): boolean {
  const without = (leaf: PackLeaf) =>
    Object.fromEntries(Object.entries(leaf).filter(([key]) => !apart.includes(key)));
  return sameJson(without(stated), without(remade));
}

function ofCheck(stated: PackLeaf, remade: PackLeaf, isCut: boolean): PackClaim[] {
  const differs = (key: string) => !sameJson(stated[key], remade[key]);
  return [
    ...(differs("causes") ? (["causes"] as const) : []),
    ...(differs("wallets") ? (["roll-forward"] as const) : []),
    ...(isAlike(stated, remade, ["causes", "wallets", ...(isCut ? ["skippedRules"] : [])]) &&
    sameJson(skippedIn(stated), skippedIn(remade))
      ? []
      : (["check"] as const)),
  ];
}

function skippedIn({ skippedRules = null }: PackLeaf): JsonValue {
  return Array.isArray(skippedRules)
    ? skippedRules.map((one: JsonValue) => (one as PackLeaf | null)?.["rule"] ?? null)
    : null;
}

/** Proofs or checks of a statement; null where they are none. */
function metIn(statement: PackLeaf, name: "proofs" | "checks"): MetCheck[] | null {
  const all = statement[name];
  return Array.isArray(all) && all.every((one: JsonValue) => isObject(one))
    ? (all as unknown as MetCheck[])
    : null;
}

/** Proofs and checks that names decide, and all words, are taken as stated where names may be withheld. */
function ofStatement(stated: PackLeaf, remade: PackLeaf, isCut: boolean): PackClaim[] {
  if (!isCut) return isAlike(stated, remade) ? [] : ["conclusion"];
  const [proofs, checks] = [metIn(stated, "proofs"), metIn(stated, "checks")];
  const isRemade =
    sameJson(Object.keys(stated), Object.keys(remade).toSorted()) &&
    sameJson(stated["currencies"], remade["currencies"]) &&
    stated["decimals"] === remade["decimals"];
  if (!isRemade || proofs === null || checks === null) return ["conclusion"];
  const isProven = proofs.every((one) => one.holds);
  const misstatements = stated["currencies"] as unknown as Misstatements[];
  const follows =
    checks[0]?.holds === metIn(remade, "checks")?.[0]?.holds &&
    stated["conclusion"] === concludeOf({ isProven, checks, misstatements });
  return follows ? [] : ["conclusion"];
}
