/** A link of the audit trail in words. Its payload is as it was written: every member may be absent. */
import { linePlaceWords } from "../../bank/accepted.ts";
import { type JsonValue, canonicalJson } from "../../canonical.ts";
import { formatAmount, formatCount } from "../../money.ts";
import type { Month } from "../../review/close/close.ts";
import { type StoredMateriality, materialityWords, readMateriality } from "../../review/file/materiality.ts";
import { MOVEMENT_DIRECTIONS, movementRuleWords } from "../../review/file/movement-rules.ts";
import { keyFingerprint, signerWords } from "../../review/close/keys.ts";
import { countQuestions, letterName } from "../../review/letters/letter-words.ts";
import { excerpt } from "../../excerpt.ts";
import { capitalised, uncapitalised } from "../../sentence.ts";
import { bytesText } from "../../size-text.ts";
import { monthDays } from "../../time.ts";
import { stampedWords } from "../../words/anchor.ts";
import { shortIds } from "../../words/ids.ts";
import { OPTION_NAMES } from "../../words/options.ts";
import { ruleName } from "../../words/rule.ts";
import { monthTitle } from "../../words/month.ts";
import { walletName } from "../../words/wallet.ts";

export interface LinkWords {
  /** What kind of thing happened, in one word. */
  readonly kind: string;
  readonly sentence: string;
  /** Who did it, as typed, with the key that signed it; null where nobody is named. */
  readonly by: string | null;
  /** What was written down with it; null for nothing. */
  readonly note: string | null;
  /** How what it records stands by it, in a word; of what D2 gives a number. */
  readonly status?: string;
  /** What D2 shows below the note, a line each. */
  readonly lines?: readonly string[];
  readonly evidence?: number;
}

type Members = Readonly<Record<string, unknown>>;

function members(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function numberIn(value: Members, key: string): number {
  const found = value[key];
  return typeof found === "number" ? found : 0;
}

function textIn(value: Members, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

function say(kind: string, sentence: string): LinkWords {
  return { kind, sentence, by: null, note: null };
}

/** What happened, who did it, and why, in the window and on D2. @param link its payload or its record */
export function linkWords(
  { kind, payload }: { readonly kind: string; readonly payload: unknown },
  decimals: number,
): LinkWords {
  const facts = members(payload);
  switch (kind) {
    case "created":
      return say("Created", "The ledger was created.");
    case "setting":
      return signed("Settings", settingSentence(facts), facts);
    case "pull":
      return say(facts["source"] === "files" ? "Import" : "Pull", pullSentence(facts));
    case "run":
      return runWords(facts);
    case "export":
      return say("Export", exportSentence(facts));
    case "prune":
      return say("Prune", pruneSentence(facts));
    case "decision":
      return decisionWords(facts);
    case "match":
      return matchWords(facts);
    case "close":
      return closeWords(facts);
    case "attachment":
      return attachmentWords(facts);
    case "terms":
      return signed("File", termsSentence(facts, decimals), facts);
    case "mark":
      return signed("File", markSentence(facts, decimals), facts);
    case "letter":
      return letterWords(facts);
    case "point":
      return pointLinkWords(facts);
    case "books":
      return booksLinkWords(facts);
    case "key":
      return signed("Key", keySentence(facts), facts);
    case "pull-step":
      return signed("Pull", pullStepSentence(facts), facts);
    case "restore":
      return say("Restore", restoreSentence(facts));
    case "anchor":
      return say("Time stamp", anchorWords(facts));
    default:
      // A newer Tieout may know more; what it wrote still stands in the trail.
      return say(kind, `A link of the kind ${kind}.`);
  }
}

/** All accounts that a version sets, so that the versions below each other show what changed; or what was released. */
function booksLinkWords(facts: Members): LinkWords {
  const event = members(facts["event"]);
  const kind = textIn(event, "kind");
  if (kind !== "accounts") return journalLinkWords(facts, event);
  const { accounts } = event;
  const said = (Array.isArray(accounts) ? accounts : []).map(members).map((one) => {
    const { currency } = one;
    const of = typeof currency === "string" ? ` in ${currency}` : "";
    return excerpt(`${textIn(one, "purpose")}${of} ${textIn(one, "account")}`);
  });
  const sentence =
    said.length === 0 ? "No account is set any more." : `The accounts were set: ${said.join("; ")}.`;
  return signed("Accounts", sentence, facts);
}

function journalLinkWords(facts: Members, event: Members): LinkWords {
  const number = numberIn(event, "release");
  const name = `Journal ${textIn(event, "month")}/${number}`;
  const program = textIn(event, "program");
  const { reverses } = event;
  const back = typeof reverses === "number" ? `, which takes back release ${reverses}` : "";
  const what = textIn(event, "kind") === "released" ? "released" : "written once more";
  const lines = [textIn(event, "file"), hashLine(textIn(event, "sha256"))];
  return { ...signed("Journal", `${name} was ${what} for ${program}${back}.`, facts), lines };
}

function keySentence(facts: Members): string {
  const event = members(facts["event"]);
  const key = keyFingerprint(textIn(event, "key"));
  switch (textIn(event, "kind")) {
    case "enrolled":
      return `The key ${key} was enrolled for ${textIn(facts, "by")}.`;
    case "revoked":
      return `The key ${key} was revoked; its signatures from link ${numberIn(event, "from")} on are not to be relied on.`;
    case "demanded": {
      const from = textIn(event, "fromMonth");
      return `From here on this ledger demands keys${from === "" ? "" : ` for ${monthTitle(from as Month)} and later months`}.`;
    }
    default:
      return "This ledger demands no keys any more.";
  }
}

function pullStepSentence(facts: Members): string {
  const what = textIn(facts, "step") === "set-aside" ? "was set aside" : "was put back and counts again";
  return `Pull ${numberIn(facts, "pull")} ${what}.`;
}

function settingText(value: unknown): string {
  return typeof value === "string" ? value : canonicalJson((value ?? null) as JsonValue);
}

/** Only what changed: `Convention: auto → bank.` */
function settingChange(facts: Members): string {
  const now: Members = { ...facts, ...members(facts["options"]) };
  const changes = Object.entries(members(facts["before"])).map(([name, before]) => {
    return `${settingName(name)}: ${settingText(before)} → ${settingText(now[name])}`;
  });
  return `${changes.join(", ")}.`;
}

function settingSentence(facts: Members): string {
  if (facts["before"] !== undefined) return settingChange(facts);
  const options = members(facts["options"]);
  const said = [
    textIn(facts, "timeZone") === "" ? "" : `days begin and end in ${textIn(facts, "timeZone")}`,
    typeof facts["decimals"] === "number" ? `amounts have ${formatCount(facts["decimals"], "decimal")}` : "",
    ...Object.entries(options).map(
      ([name, value]) => `${uncapitalised(settingName(name))} ${settingText(value)}`,
    ),
  ].filter((part) => part !== "");
  const sentence = said.join(", ");
  return sentence === "" ? "Settings were changed." : `${capitalised(sentence)}.`;
}

/** As everywhere; `decimals` is no option of a check, and what a newer version set has the name that it gave it. */
function settingName(name: string): string {
  const names: Readonly<Record<string, string>> = { ...OPTION_NAMES, decimals: "Decimals" };
  return names[name] ?? capitalised(name);
}

function pullSentence(facts: Members): string {
  const parts = (["entries", "transactions"] as const).flatMap((table) => {
    const counts = members(facts[table]);
    if (Object.keys(counts).length === 0) return [];
    return [tableWords(table, counts)];
  });
  const from = textIn(facts, "baseUrl");
  const whence =
    facts["source"] === "files" ? "From saved responses" : from === "" ? "From the service" : `From ${from}`;
  return parts.length === 0 ? `${whence}: no lists.` : `${whence}: ${parts.join("; ")}.`;
}

function tableWords(table: "entries" | "transactions", counts: Members): string {
  const [inserted, changed, vanished] = [
    numberIn(counts, "inserted"),
    numberIn(counts, "changed"),
    numberIn(counts, "vanished"),
  ];
  const noun =
    table === "entries" ? (inserted === 1 ? "entry" : "entries") : inserted === 1 ? "transaction" : table;
  return [
    `${formatAmount(inserted)} new ${noun}`,
    changed > 0 ? `${formatAmount(changed)} changed` : "",
    vanished > 0 ? `${formatAmount(vanished)} vanished` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function runWords(facts: Members): LinkWords {
  const run = numberIn(facts, "run");
  switch (textIn(facts, "holds")) {
    case "seal":
      return say("Pack", `An evidence pack was sealed; the seal was saved as run ${run}.`);
    case "salt":
      return say("Pack", `The salt of evidence packs was drawn, and saved as run ${run}.`);
    default:
      return say("Check", `The check was saved as run ${run}.`);
  }
}

function exportSentence(facts: Members): string {
  const file = textIn(facts, "file");
  return `${file === "" ? "A file" : file} was written (${bytesText(numberIn(facts, "bytes"))}), showing run ${numberIn(facts, "run")}.`;
}

function pruneSentence(facts: Members): string {
  const { bodies } = facts;
  const dropped = Array.isArray(bodies) ? bodies.length : 0;
  return `${formatCount(dropped, "old response")} dropped, all but those of the newest ${formatCount(numberIn(facts, "keep"), "pull")}. Their hashes stay.`;
}

function restoreSentence(facts: Members): string {
  const from = textIn(facts, "from");
  const what = from === "" ? "A backup" : `The backup ${from}`;
  return facts["replaced"] === null
    ? `${what} was restored to a place without a ledger.`
    : `${what} replaced the ledger. The replaced file is kept beside it.`;
}

const LATEST_DATE_MS = 8_640_000_000_000_000;

function anchorWords(facts: Members): string {
  const stated = numberIn(facts, "statedAtMs");
  // What no date can have is no time of an authority.
  const statedAtMs = Math.abs(stated) <= LATEST_DATE_MS ? stated : 0;
  return `${stampedWords({ link: numberIn(facts, "link"), statedAtMs, authority: textIn(facts, "authority") })}.`;
}

/** @example walletID 5; walletIDs 5, 6 */
function idsIn(records: Members, list: string, id: string): string {
  const found = records[list];
  const ids = Array.isArray(found) ? found.map((one) => numberIn(members(one), id)) : [];
  return `${id}${ids.length === 1 ? "" : "s"} ${shortIds(ids)}`;
}

function matchWords(facts: Members): LinkWords {
  const records = members(facts["records"]);
  const bank = members(records["bank"]);
  const others = Array.isArray(bank["lines"])
    ? linesIn(bank["lines"])
    : idsIn(records, "transactions", "payID");
  const tied = `${idsIn(records, "entries", "walletID")} with ${others}`;
  const { undoes } = facts;
  return typeof undoes === "number"
    ? signed("Undone", `Match ${undoes} was undone: ${tied} are no longer matched.`, facts)
    : signed("Match", `Matched by hand: ${tied}${classWords(bank)}.`, facts);
}

/** @example row 12 of evidence 3 and row 14 of evidence 3 */
function linesIn(lines: readonly unknown[]): string {
  return lines
    .map((line) => {
      const facts = members(line);
      return linePlaceWords({ evidence: numberIn(facts, "evidence"), at: numberIn(facts, "at") });
    })
    .join(" and ");
}

function classWords(bank: Members): string {
  const { difference } = bank;
  return typeof difference === "string" ? `, the difference a ${difference}` : "";
}

function attachmentWords(facts: Members): LinkWords {
  const [name, size] = [textIn(facts, "name"), bytesText(numberIn(facts, "bytes"))];
  const { undoes } = facts;
  return typeof undoes === "number"
    ? signed("Withdrawn", `Evidence ${undoes} was withdrawn: ${name} (${size}).`, facts)
    : signed("Evidence", `Attached to ${attachedTo(members(facts["subject"]))}: ${name} (${size}).`, facts);
}

function attachedTo(subject: Members): string {
  const kind = textIn(subject, "kind");
  if (kind === "match") return `match ${numberIn(subject, "match")}`;
  if (kind === "bank") return `bank account ${textIn(subject, "account")}`;
  if (kind === "books") return `the general ledger of ${monthIn(subject)}`;
  if (kind === "lines") return `the lines of evidence ${numberIn(subject, "statement")}`;
  return kind === "month" ? monthIn(subject) : findingIn(subject);
}

/** All that a version states, so that the versions below each other show what changed. */
function termsSentence(facts: Members, decimals: number): string {
  const version = `Version ${numberIn(facts, "terms")} of the months' file was written`;
  const states = members(facts["states"]);
  const { materiality, fluctuation, checklist } = states;
  if (materiality !== null && typeof materiality !== "number" && !Array.isArray(materiality))
    return `${version}.`;
  const amounts = readMateriality(materiality as StoredMateriality);
  const { amount, percent } = members(fluctuation);
  const said = [
    ...(amounts.length === 0
      ? ["no materiality"]
      : amounts.map((one) => `materiality ${materialityWords(one, decimals)}`)),
    typeof amount === "number"
      ? `a note for movements from ${formatAmount(amount, decimals)} and ${settingText(percent)}% on`
      : "",
    ...(Array.isArray(checklist) ? [stepsWords(checklist)] : []),
    ...(Array.isArray(states["movements"]) ? [ruledWords(states["movements"])] : []),
    ...["purpose", "policy", "procedures"].map((name) => {
      const text = textIn(states, name);
      return text === "" ? "" : `${name} “${excerpt(text)}”`;
    }),
  ].filter((part) => part !== "");
  return `${version}: ${said.join("; ")}.`;
}

/** @example `1 rule for movements: WITHDRAWAL is withdrawal` */
function ruledWords(rules: readonly unknown[]): string {
  const named = rules.map(members).map((rule) => {
    const description = textIn(rule, "description");
    const direction = textIn(rule, "direction");
    const key = {
      action: textIn(rule, "action"),
      description: description === "" ? null : description,
      direction: MOVEMENT_DIRECTIONS.find((one) => one === direction) ?? null,
    };
    return `${movementRuleWords(key)} is ${textIn(rule, "category")}`;
  });
  return `${formatCount(rules.length, "rule")} for movements: ${named.join("; ")}`;
}

/** @example `2 steps: 1 Everything pulled, 2 Balances confirmed` */
function stepsWords(checklist: readonly unknown[]): string {
  const named = checklist.map(members).flatMap((step) => {
    const text = textIn(step, "text");
    return text === "" ? [] : [`${numberIn(step, "id")} ${excerpt(text)}`];
  });
  const count = formatCount(checklist.length, "step");
  return named.length === 0 ? count : `${count}: ${named.join(", ")}`;
}

function markSentence(facts: Members, decimals: number): string {
  const subject = members(facts["subject"]);
  const month = monthIn(facts);
  const kind = textIn(subject, "kind");
  if (kind === "step") {
    const done = subject["done"] === true ? "was ticked" : "is open again";
    return `Step ${numberIn(subject, "step")} of ${month} ${done}.`;
  }
  const wallet = walletIn(subject);
  const amount = (key: string) => formatAmount(numberIn(subject, key), decimals);
  if (kind === "fluctuation") {
    const moved = `moved from ${amount("before")} to ${amount("now")}`;
    return `The ${textIn(subject, "figure")} of ${month} was explained: ${wallet} ${moved}.`;
  }
  if (kind !== "confirmation") return `${capitalised(month)} was marked.`;
  if (subject["balance"] === null)
    return `The confirmation of ${month}'s closing balance was taken back: ${wallet}.`;
  const shown = typeof subject["evidence"] === "number" ? `evidence ${subject["evidence"]}` : "";
  const source = [textIn(subject, "source"), shown].filter((part) => part !== "").join(", ");
  const by = source === "" ? "" : ` (${source})`;
  return `The closing balance of ${month} was confirmed: ${wallet} ${amount("balance")}${by}.`;
}

/** @example `User 1, business 7, NGN` */
function walletIn(subject: Members): string {
  const wallet = members(subject["wallet"]);
  const { businessID, currency } = wallet;
  return walletName({
    userID: numberIn(wallet, "userID"),
    businessID: typeof businessID === "number" ? businessID : null,
    currency: typeof currency === "string" ? currency : null,
  });
}

/** What happened to a letter: the document with its hash, how it was sent, what shows the answer. */
function letterWords(facts: Members): LinkWords {
  const event = members(facts["event"]);
  const name = letterName(textIn(facts, "letter"));
  const on = textIn(event, "on");
  const said = (sentence: string) => signed("Letter", `${name} was ${sentence}.`, facts);
  const status = textIn(event, "kind");
  switch (status) {
    case "written": {
      const { items } = event;
      const asked = (Array.isArray(items) ? items : []).map((item) => ({
        number: numberIn(members(item), "number"),
      }));
      const count = formatCount(countQuestions(asked), "question");
      const lines = [textIn(event, "file"), hashLine(textIn(event, "sha256"))];
      return { ...said(`written with ${count}`), status, lines };
    }
    case "sent": {
      const how = textIn(event, "how");
      return { ...said(`sent on ${on} to ${textIn(event, "to")}`), status, lines: how === "" ? [] : [how] };
    }
    case "answered": {
      const { evidence } = event;
      if (typeof evidence !== "number") return { ...said(`answered on ${on}`), status };
      return { ...said(`answered on ${on} (evidence ${evidence})`), status, evidence };
    }
    default:
      return said("recorded");
  }
}

/** The hash of a file, so that the file itself can be compared. */
export function hashLine(sha256: string): string {
  return `SHA-256 ${sha256}`;
}

/** A point that was made, answered or made again; its text is the note. */
function pointLinkWords(facts: Members): LinkWords {
  const event = members(facts["event"]);
  const status = textIn(event, "kind");
  const said = (sentence: string) => ({ ...signed("Point", sentence, facts), status });
  if (status !== "made") {
    const what = status === "answered" ? "answered" : "made again";
    return said(`Point ${numberIn(event, "point")} on ${monthIn(facts)} was ${what}.`);
  }
  const about = event["finding"] === null ? "" : `: ${findingIn(members(event["finding"]))}`;
  return said(`Point ${numberIn(facts, "pointStep")} on ${monthIn(facts)} was made${about}.`);
}

const CLOSED: Readonly<Record<string, string>> = {
  review: "review began",
  prepare: "was prepared",
  return: "was returned to its preparer",
  "sign-off": "was signed off",
  reopen: "was reopened",
};

function closeWords(facts: Members): LinkWords {
  const month = capitalised(monthIn(facts));
  const step = textIn(facts, "step");
  const frozen = members(facts["frozen"]);
  const over = frozen["overridden"];
  const despite = step === "prepare" && Array.isArray(over) && over.length > 0 ? ", despite obstacles" : "";
  const run = numberIn(frozen, "runId");
  const shows = run === 0 ? "" : `, on run ${run}`;
  return signed("Close", `${month} ${CLOSED[step] ?? step}${despite}${shows}.`, facts);
}

function monthIn(facts: Members): string {
  const month = textIn(facts, "month");
  return monthDays(month) === null ? "a month" : monthTitle(month as Month);
}

/** What somebody put their name to, and why. */
function signed(kind: string, sentence: string, facts: Members): LinkWords {
  const [by, note] = [textIn(facts, "by"), textIn(facts, "note")];
  const key = textIn(members(facts["signed"]), "key") || null;
  return { kind, sentence, by: by === "" ? null : signerWords(by, key), note: note === "" ? null : note };
}

const DECIDED: Readonly<Record<string, string>> = {
  open: "Put back to open",
  explained: "Explained",
  accepted: "Accepted",
  raised: "Raised with the provider",
};

function decisionWords(facts: Members): LinkWords {
  const on = findingIn(members(facts["finding"]));
  const status = textIn(facts, "status");
  const isUndoing = typeof facts["undoes"] === "number";
  return isUndoing
    ? signed("Undone", `A decision on ${on} was undone; it is ${status} again.`, facts)
    : signed("Decision", `${DECIDED[status] ?? status}: ${on}.`, facts);
}

function findingIn(finding: Members): string {
  const subject =
    typeof finding["walletID"] === "number"
      ? `walletID ${finding["walletID"]}`
      : typeof finding["payID"] === "number"
        ? `payID ${finding["payID"]}`
        : `payref ${textIn(finding, "payref")}`;
  return `${ruleName(textIn(finding, "rule"))} at ${subject}`;
}
