/** What became of each exception, what was concluded, and what an examiner asks (docs/evidence-pack.md, sections 13 and 14). */
import type { Cause } from "./causes.ts";
import * as json from "./json.ts";
import { type Json, type Members, same, sum } from "./json.ts";
import type { Line, Pack } from "./pack.ts";
import type { Records } from "./records.ts";
import { type Findings, must } from "./report.ts";
import type { Standings } from "./rules.ts";

const FILE = "exceptions.jsonl";

const CLASSES = ["undecided", "raised", "accepted", "explained"] as const;

interface Exception {
  readonly finding: Members;
  readonly line: Line | undefined;
  readonly of: string;
}

export function checkDecisions(
  pack: Pack,
  given: {
    readonly records: Records;
    readonly standings: Standings;
    readonly causes: readonly Cause[];
  },
  findings: Findings,
): readonly Exception[] {
  const { standings, causes } = given;
  const due = pack.lists.findings
    .map(({ leaf }) => leaf)
    .filter(({ severity }) => severity === "error" || severity === "warning");
  const lines = pack.lists.exceptions;
  if (lines.length !== due.length)
    findings.broken("decisions", `${due.length} exceptions are found, and ${lines.length} are here`, {
      file: FILE,
    });
  const exceptions = due.map((finding, index) => {
    const line = lines[index];
    const fingerprint = json.shown(finding["fingerprint"]);
    const place = { file: FILE, line: index + 1, record: fingerprint };
    findings.at("decisions", place, () => {
      must(line?.leaf["fingerprint"] === fingerprint, "it is not the exception that comes next");
      checkDecision(line?.leaf ?? {}, fingerprint, given, findings);
    });
    return { finding, line, of: json.shown(line?.leaf["class"]) };
  });
  checkStakes(exceptions, causes, findings);
  findings.at("decisions", { file: "links.jsonl", line: pack.manifest.signed }, () => {
    for (const severity of ["error", "warning"] as const) {
      const own = exceptions.filter(({ finding }) => finding["severity"] === severity);
      const stated = json.object(standings.frozen, `${severity}s`);
      const decided = own.filter(({ of }) => of !== "undecided").length;
      must(
        same(stated, { total: own.length, decided }),
        `${decided} of ${own.length} ${severity}s are decided`,
      );
    }
  });
  if (json.objects(standings.frozen, "proofs").length > 1)
    findings.stated("decisions", "In which currency an exception counts is taken as stated");
  return exceptions;
}

function checkDecision(
  leaf: Members,
  fingerprint: string,
  { records, standings }: { readonly records: Records; readonly standings: Standings },
  findings: Findings,
): void {
  const { frozen, decisions } = standings;
  const last = json.number(frozen, "decisionId");
  const inForce = decisions.get(fingerprint)?.findLast(({ id }) => id <= last);
  const stated = json.numberOrNull(leaf, "decision");
  let id: number | null = null;
  if (inForce !== undefined && inForce.status !== "open") {
    const bound = json.member(inForce.finding, "records");
    const isBound = json.isObject(bound) ? records.areBound(bound, inForce.link) : true;
    if (isBound === null) {
      findings.stated("decisions", "Which decisions a later change of a record reopened is taken as stated");
      id = stated === null ? null : inForce.id;
    } else if (isBound) id = inForce.id;
  }
  must(stated === id, id === null ? "no decision on it counts" : `decision ${id} counts on it`);
  const of = id === null ? "undecided" : inForce?.status;
  must(leaf["class"] === of, `it is ${of}`);
  const block = json.numberOrNull(leaf, "block");
  const blocks = json.objects(frozen, "proofs").length;
  must(blocks > 1 || block === 0, "it counts in another block than the month's only one");
}

function checkStakes(exceptions: readonly Exception[], causes: readonly Cause[], findings: Findings): void {
  const causeOf = new Map(causes.flatMap((cause) => cause.findings.map((one) => [one, cause] as const)));
  const groups = Map.groupBy(exceptions, ({ finding }) => causeOf.get(json.shown(finding["fingerprint"])));
  const atRisk = ({ finding }: Exception) =>
    finding["cause"] === "out-of-sequence" ? 0 : json.number(finding, "atStake");
  const expect = (exception: Exception, amount: number) => {
    const { line, finding } = exception;
    const place = {
      file: FILE,
      record: json.shown(finding["fingerprint"]),
      ...(line && { line: line.number }),
    };
    findings.at("decisions", place, () =>
      must(json.number(line?.leaf ?? {}, "amount") === amount, `its amount is ${amount}`),
    );
  };
  findings.at("decisions", { file: FILE }, () => {
    for (const [cause, own] of groups) {
      if (cause === undefined) {
        for (const exception of own) expect(exception, atRisk(exception));
        continue;
      }
      const sorted = own.toSorted((a, b) => atRisk(b) - atRisk(a));
      const isOverwritten = cause.kind === "overwritten-entries";
      const staked = sorted.map((exception, index) => {
        const risk = atRisk(exception);
        const stake = index === 0 ? cause.amount : Math.min(risk, cause.amount);
        return { exception, stake: isOverwritten ? stake : risk };
      });
      let counted = 0;
      for (const of of CLASSES)
        for (const { exception, stake } of staked) {
          if (exception.of !== of) continue;
          expect(exception, Math.max(0, stake - counted));
          counted = Math.max(counted, stake);
        }
    }
  });
}

const QUESTIONS = "questions.jsonl";

/** Questions that every month has, in their order; one for each wallet, and others, stand between them. */
const ALWAYS_ASKED =
  "source seen kept own-pull chain orphans outstanding unsupported unchanged decided raised matched-by-hand uncorrected opening stated who conclusion since when program";

export function checkQuestions(
  pack: Pack,
  {
    statement,
    exceptions,
    standings,
  }: {
    readonly statement: Members;
    readonly exceptions: readonly Exception[];
    readonly standings: Standings;
  },
  findings: Findings,
): void {
  const { frozen } = standings;
  const lines = pack.lists.questions;
  const pins = new Set(pinsIn(pack));
  if (pack.manifest.withheld.length > 0)
    findings.open("questions", "Answers, and what pins them down, are withheld");
  findings.stated("questions", "What is answered beyond this is taken as stated");
  findings.at("questions", { file: QUESTIONS }, () => {
    const ids = lines.map(({ leaf }) => json.shown(leaf["id"]));
    must(new Set(ids).size === ids.length, "it has a question twice");
    const always = ALWAYS_ASKED.split(" ");
    must(
      ids.filter((id) => always.includes(id)).join(" ") === ALWAYS_ASKED,
      "it lacks a question that every month has, or has them in another order",
    );
    const wallets = json.objects(frozen, "wallets").map(walletQuestion);
    must(
      ids.filter((id) => id.startsWith("confirmed-")).join(" ") === wallets.join(" "),
      "it asks about other closing balances than those of the month",
    );
    const isOverridden = json.objects(frozen, "overridden").length > 0;
    must(ids.includes("overridden") === isOverridden, "what was overridden is not what it asks about");
  });
  for (const { number, leaf } of lines)
    findings.at("questions", { file: QUESTIONS, line: number, record: json.shown(leaf["id"]) }, () => {
      const { basis, closes, owner, sha256 } = leaf;
      must(BASES.has(json.shown(basis)), "its basis is none of the three");
      must((owner === null) === (closes === null), "it has an owner without what closes it, or the reverse");
      must(basis !== "missing" || owner !== null, "nothing answers it, and nobody owes it");
      const pin = typeof sha256 === "string" ? sha256 : null;
      must(pin === null || pins.has(pin), "what pins it down is not in the pack");
      checkAnswer(leaf, { statement, exceptions });
    });
}

const BASES = new Set(["computed", "asserted", "missing"]);

function walletQuestion(wallet: Members): string {
  const businessID = json.numberOrNull(wallet, "businessID");
  return `confirmed-${json.number(wallet, "userID")}${businessID === null ? "" : `-${businessID}`}`;
}

/** The hashes of links, and what links state of responses and files. */
function pinsIn({ lists }: Pack): string[] {
  return lists.links.flatMap(({ leaf }) => {
    const payload = json.object(leaf, "payload");
    const bodies = json.isList(payload["bodies"]) ? payload["bodies"].filter(json.isObject) : [];
    return [leaf["hash"], ...[payload, ...bodies].map(({ sha256 }) => sha256)].flatMap((digits) =>
      typeof digits === "string" ? [digits] : [],
    );
  });
}

/** Of two questions the answers follow from what was done again. */
function checkAnswer(
  leaf: Members,
  { statement, exceptions }: { readonly statement: Members; readonly exceptions: readonly Exception[] },
): void {
  if (leaf["id"] === "conclusion")
    must(same(leaf["answer"], statement["sentence"]), "it is not the conclusion");
  if (leaf["id"] !== "decided") return;
  const isWaiting = exceptions.some(
    ({ finding, of }) => finding["severity"] === "error" && of === "undecided",
  );
  const basis = exceptions.length === 0 ? "computed" : isWaiting ? "missing" : "asserted";
  must(leaf["basis"] === basis, `it is ${basis}`);
}

export function checkConclusion(
  statement: Members,
  { exceptions, standings }: { readonly exceptions: readonly Exception[]; readonly standings: Standings },
  findings: Findings,
): void {
  const place = { file: "month.jsonl", line: 2 };
  findings.stated(
    "conclusion",
    "Proofs beyond wallet, payments and balance, checks beyond the first, and all words are taken as stated",
  );
  if (json.objects(standings.frozen, "overridden").length > 0)
    findings.stated("conclusion", "What was in the way of preparing the month is taken as stated");
  findings.at("conclusion", place, () => {
    const blocks = json.objects(statement, "currencies");
    const proofs = json.objects(standings.frozen, "proofs");
    must(
      same(
        blocks.map((block) => json.member(block, "currency")),
        proofs.map((proof) => json.member(proof, "currency")),
      ),
      "its currencies are not those that were frozen",
    );
    for (const [index, block] of blocks.entries()) {
      const own = exceptions.filter(({ line }) => line?.leaf["block"] === index);
      const currency = json.member(block, "currency");
      findings.at(
        "conclusion",
        { ...place, record: typeof currency === "string" ? currency : `block ${index}` },
        () => checkCurrency(block, own, standings.terms),
      );
    }
    must(
      same(statement["decimals"], standings.frozen["decimals"]),
      "its decimals are not those that were frozen",
    );
    const conclusion = conclusionOf(statement, exceptions, standings.frozen);
    must(statement["conclusion"] === conclusion, `the conclusion is "${conclusion}"`);
  });
}

function conclusionOf(statement: Members, exceptions: readonly Exception[], frozen: Members): string {
  const hold = (name: string) => json.objects(statement, name).map(({ holds }) => holds === true);
  const [proofs, checks] = [hold("proofs"), hold("checks")];
  const isUndecided = exceptions.some(
    ({ finding, of }) => finding["severity"] === "error" && of === "undecided",
  );
  const isOverridden = json.objects(frozen, "overridden").some(({ kind }) => kind === "undecided-errors");
  const isDecided = !isUndecided || isOverridden;
  must(checks[0] === isDecided, `its first check ${isDecided ? "holds" : "does not hold"}`);
  if (proofs.includes(false)) return "not-proven";
  if (!isDecided) return "none-yet";
  const areWithin = json.objects(statement, "currencies").every(({ isWithin }) => isWithin === true);
  return areWithin && !checks.includes(false) ? "clean" : "qualified";
}

function checkCurrency(block: Members, own: readonly Exception[], terms: Members | null): void {
  const amounts = new Map<string, number>();
  let wrong = 0;
  for (const of of CLASSES) {
    const all = own.filter((exception) => exception.of === of);
    const amount = sum(all.map(({ line }) => json.number(line?.leaf ?? {}, "amount")));
    const errors = all.filter(({ finding }) => finding["severity"] === "error").length;
    amounts.set(of, amount);
    if (of === "raised" || of === "accepted") wrong += errors;
    const stated = json.object(block, of);
    for (const [name, value] of Object.entries({ items: all.length, errors, amount }))
      must(json.number(stated, name) === value, `the ${name} of what is ${of} come to ${value}`);
  }
  const uncorrected = sum([amounts.get("raised") ?? 0, amounts.get("accepted") ?? 0]);
  must(json.number(block, "uncorrected") === uncorrected, `what is uncorrected comes to ${uncorrected}`);
  const limit = materialityOf(terms, json.member(block, "currency"));
  const stated = json.member(block, "materiality");
  const statedLimit = json.isObject(stated) ? json.number(stated, "amount") : stated;
  must(statedLimit === limit, `materiality is ${limit ?? "not set"}`);
  const isWithin = limit === null ? uncorrected === 0 && wrong === 0 : uncorrected <= limit;
  must(block["isWithin"] === isWithin, `it is ${isWithin ? "" : "not "}within materiality`);
}

function materialityOf(terms: Members | null, currency: Json): number | null {
  const materiality = terms === null ? null : json.member(terms, "materiality");
  if (typeof materiality === "number") return materiality;
  if (materiality === null) return null;
  const all = json.objects(terms ?? {}, "materiality");
  const own =
    all.find((one) => json.member(one, "currency") === currency) ??
    all.find((one) => one["currency"] === "*");
  return own === undefined ? null : json.number(own, "amount");
}
