/** The rules for links (docs/evidence-pack.md, section 6), gone through from the first link to the last. */
import { sha256 } from "./hash.ts";
import * as json from "./json.ts";
import { type Members, Wrong, same } from "./json.ts";
import { isSameName } from "./names.ts";
import type { Pack } from "./pack.ts";
import { type Findings, must } from "./report.ts";

export interface Pull {
  readonly id: number;
  readonly link: number;
  readonly payload: Members;
  counts: boolean;
}

export interface Decision {
  readonly id: number;
  readonly link: number;
  readonly fingerprint: string;
  readonly status: string;
  readonly finding: Members;
}

export interface Match {
  readonly id: number;
  readonly link: number;
  readonly records: Members;
}

export interface Evidence {
  readonly sha256: json.Json;
  readonly bytes: number;
  readonly subject: Members;
  readonly link: number;
}

type MonthState = "open" | "returned" | "prepared" | "signed-off";

interface Month {
  state: MonthState;
  prepared: { readonly link: number; readonly frozen: Members; readonly by: () => string } | null;
  signed: number | null;
  readonly points: Map<number, "waiting" | "answered">;
}

/** Members of a payload by the kind of its link. */
const MEMBERS: Readonly<Record<string, string>> = {
  created: "ledgerId schema",
  setting: "timeZone decimals options by note before",
  pull: "pull source startedAtMs finishedAtMs baseUrl limit providedBy user businesses bodies entries transactions torn tornRaised serverAtMs accepted rows texts",
  run: "run sha256 holds",
  export: "file sha256 bytes run format decimals appVersion layout",
  prune: "keep bodies",
  restore: "from head replaced",
  anchor: "link hash statedAtMs authority certificates token",
  decision: "decision fingerprint status note by undoes finding",
  match: "match note by undoes records",
  close: "close month step by note frozen",
  attachment: "attachment subject name sha256 bytes note by undoes",
  terms: "terms states by note",
  mark: "mark month subject by note",
  letter: "letterStep letter event by note",
  "pull-step": "pullStep pull step by note",
  point: "pointStep month event by note",
  books: "booksStep event by note",
  key: "keyStep event by note",
};
const MEMBERS_OF = new Map(Object.entries(MEMBERS).map(([kind, names]) => [kind, new Set(names.split(" "))]));
const ALL_MEMBERS = new Set([...MEMBERS_OF.values()].flatMap((names) => [...names]));

const NUMBERED: Readonly<Record<string, string>> = {
  pull: "pull",
  run: "run",
  decision: "decision",
  match: "match",
  close: "close",
  attachment: "attachment",
  terms: "terms",
  mark: "mark",
  letter: "letterStep",
  "pull-step": "pullStep",
  point: "pointStep",
  books: "booksStep",
  key: "keyStep",
};

const LARGEST_ATTACHMENT = 26_214_400;

/** What stands after the links so far. Copies of it are taken at the links that a month rests on. */
export class Standing {
  readonly pulls: Pull[] = [];
  readonly evidence = new Map<number, Evidence>();
  /** Of each fingerprint those that were not undone, oldest first. */
  readonly decisions = new Map<string, Decision[]>();
  readonly matches = new Map<number, Match>();
  readonly terms: Members[] = [];
  readonly months = new Map<string, Month>();
  wasSetAside = false;
  readonly #runs = new Map<number, json.Json>();
  readonly #exported = new Set<number>();
  readonly #counts = new Map<string, number>();
  #userID: number | null = null;
  readonly #bodies: { readonly sha256: json.Json; readonly pull: number }[] = [];

  month(month: string): Month {
    const known = this.months.get(month);
    if (known !== undefined) return known;
    const fresh: Month = { state: "open", prepared: null, signed: null, points: new Map() };
    this.months.set(month, fresh);
    return fresh;
  }

  /** The newest pull that counts. */
  newestPull(): number | null {
    return this.pulls.findLast(({ counts }) => counts)?.id ?? null;
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** The order of these rules is that of the format's list. @throws Wrong, Hidden */
  take(link: number, kind: string, payload: Members): readonly (() => void)[] {
    const rules = [() => this.#members(kind, payload), () => checkBy(payload)];
    const own = TAKERS[kind];
    const named = NUMBERED[kind];
    if (named !== undefined) {
      const next = this.count(kind) + 1;
      this.#counts.set(kind, next);
      rules.push(() => must(json.number(payload, named) === next, `its "${named}" is not ${next}`));
    }
    if (own !== undefined) rules.push(() => own(this, { link, payload }));
    return rules;
  }

  #members(kind: string, payload: Members): void {
    const own = MEMBERS_OF.get(kind);
    if (own === undefined) return;
    const foreign = Object.keys(payload).find((name) => !own.has(name) && ALL_MEMBERS.has(name));
    must(foreign === undefined, `it has "${foreign}", which is of another kind of link`);
  }

  run(payload: Members): void {
    this.#runs.set(json.number(payload, "run"), json.digest(payload, "sha256"));
  }

  /** Null where that is withheld. */
  runHas(run: number, digest: json.Json): boolean | null {
    return this.#runs.has(run) && same(this.#runs.get(run), digest);
  }

  exportOf(run: number): void {
    must(this.#runs.has(run), "it exports a run that was not kept");
    must(!this.#exported.has(run), "another export names its run");
    this.#exported.add(run);
  }

  pull(link: number, payload: Members): void {
    const id = json.number(payload, "pull");
    this.pulls.push({ id, link, payload, counts: true });
    for (const body of json.objects(payload, "bodies"))
      this.#bodies.push({ sha256: json.digest(body, "sha256"), pull: this.pulls.length });
    const user = json.member(payload, "user");
    if (json.isObject(user)) {
      this.#userID ??= json.number(user, "userID");
      must(this.#userID === json.number(user, "userID"), "it is of another user than earlier pulls");
    }
  }

  prune(payload: Members): void {
    const last = this.pulls.length - json.number(payload, "keep");
    for (const body of json.objects(payload, "bodies")) {
      const known = this.#bodies[json.number(body, "id") - 1];
      must((known?.pull ?? Infinity) <= last, "it leaves out a response of a pull that is kept");
      must(same(known?.sha256, json.digest(body, "sha256")), "it names a response that no pull has");
    }
  }
}

interface Taken {
  readonly link: number;
  readonly payload: Members;
}

function checkBy(payload: Members): void {
  if (json.member(payload, "by") === null) return;
  const by = json.hideable(payload, "by");
  must(by.trim() === by && by !== "", "it is by nobody, or by a name with blanks around it");
}

function mustHaveNote(payload: Members): void {
  must(json.hideable(payload, "note").trim() !== "", "its note is missing");
}

const TAKERS: Readonly<Record<string, (standing: Standing, taken: Taken) => void>> = {
  created: (_, { link }) => must(link === 1, "a ledger is created once, by its first link"),
  pull: takePull,
  run: (standing, { payload }) => standing.run(payload),
  export: (standing, { payload }) => standing.exportOf(json.number(payload, "run")),
  prune: (standing, { payload }) => standing.prune(payload),
  "pull-step": takePullStep,
  decision: takeDecision,
  match: takeMatch,
  close: takeClose,
  attachment: takeAttachment,
  terms: (standing, { payload }) => void standing.terms.push(json.object(payload, "states")),
  mark: (standing, { payload }) =>
    must(standing.month(json.text(payload, "month")).state !== "signed-off", "its month is signed off"),
  point: takePoint,
};

function takePull(standing: Standing, { link, payload }: Taken): void {
  standing.pull(link, payload);
  for (const [name, table] of [
    ["entries", "entry"],
    ["transactions", "payment"],
  ] as const) {
    const counts = json.member(payload, name);
    if (!json.isObject(counts)) continue;
    const rows = json.object(payload, "rows");
    for (const suffix of ["", "_version", "_presence", "_copy"]) json.object(rows, `${table}${suffix}`);
    const inserted = json.number(json.object(rows, table), "rows");
    must(inserted === json.number(counts, "inserted"), `its rows are not the ${name} that it inserted`);
  }
  if (json.text(payload, "source") === "service") return;
  for (const name of ["finishedAtMs", "baseUrl", "limit"])
    must(json.member(payload, name) === null, `it comes from files and has a "${name}"`);
}

function takePullStep(standing: Standing, { payload }: Taken): void {
  const pull = standing.pulls.find(({ id }) => id === payload["pull"]);
  if (pull === undefined) throw new Wrong("it is about a pull that was not made");
  const counts = json.text(payload, "step") === "put-back";
  must(pull.counts !== counts, "the pull is set aside twice, or put back without having been set aside");
  pull.counts = counts;
  standing.wasSetAside ||= !counts;
  must(standing.newestPull() !== null, "no pull is left that counts");
}

function takeDecision(standing: Standing, { link, payload }: Taken): void {
  const [id, fingerprint] = [json.number(payload, "decision"), json.text(payload, "fingerprint")];
  const status = json.text(payload, "status");
  const finding = json.object(payload, "finding");
  const inForce = standing.decisions.get(fingerprint) ?? [];
  standing.decisions.set(fingerprint, inForce);
  const undoes = json.numberOrNull(payload, "undoes");
  if (undoes === null) {
    inForce.push({ id, link, fingerprint, status, finding });
    if (status !== "open") mustHaveNote(payload);
    return;
  }
  const undone = inForce.pop();
  must(undone?.id === undoes, "it undoes another decision than the newest on its finding");
  must(status === (inForce.at(-1)?.status ?? "open"), "its status is not that of the decision before");
  must(same(finding, undone?.finding), "it is about another finding than the decision that it undoes");
}

/** Ids of the records that a decision or match is bound to. */
export function idsOf(records: Members, list: "entries" | "transactions"): number[] {
  if (json.member(records, list) === null) return [];
  return json
    .objects(records, list)
    .map((item) => json.number(item, list === "entries" ? "walletID" : "payID"));
}

function takeMatch(standing: Standing, { link, payload }: Taken): void {
  const [id, undoes] = [json.number(payload, "match"), json.numberOrNull(payload, "undoes")];
  const records = json.object(payload, "records");
  if (undoes !== null) {
    const undone = standing.matches.get(undoes);
    standing.matches.delete(undoes);
    must(undone !== undefined, "it undoes a match that is not in force");
    must(same(records, undone?.records), "it has other records than the match that it undoes");
    return;
  }
  const others = [...standing.matches.values()];
  standing.matches.set(id, { id, link, records });
  for (const list of ["entries", "transactions"] as const) {
    const ids = idsOf(records, list);
    must(
      ids.every((one, at) => at === 0 || one > (ids[at - 1] as number)),
      `its ${list} are not ascending`,
    );
    const taken = others.some((other) => idsOf(other.records, list).some((one) => ids.includes(one)));
    must(!taken, `another match in force has one of its ${list}`);
  }
  mustHaveNote(payload);
}

/** From which states of a month a step leads to which. */
const STEPS: Readonly<Record<string, readonly [from: readonly MonthState[], to: MonthState]>> = {
  review: [["open"], "open"],
  prepare: [["open", "returned", "prepared"], "prepared"],
  "sign-off": [["prepared"], "signed-off"],
  return: [["prepared"], "returned"],
  reopen: [["returned", "prepared", "signed-off"], "open"],
};

function takeClose(standing: Standing, { link, payload }: Taken): void {
  const month = standing.month(json.text(payload, "month"));
  const name = json.text(payload, "step");
  const step = STEPS[name];
  if (step === undefined || !step[0].includes(month.state))
    throw new Wrong(`the step "${name}" does not follow on a month that is ${month.state}`);
  [, month.state] = step;
  if (name !== "sign-off") month.signed = null;
  const waiting = [...month.points.values()].filter((state) => state === "waiting").length;
  if (name === "prepare" || name === "sign-off") {
    const frozen = json.object(payload, "frozen");
    if (name === "prepare") takePrepare(standing, month, { link, payload }, frozen);
    else takeSignOff(month, { link, payload }, frozen);
    must(waiting === 0, "a point on the month waits for an answer");
    return;
  }
  must(json.member(payload, "frozen") === null, `the step "${name}" freezes figures`);
  if (name === "return") must(waiting > 0, "the month is returned without a point");
  if (name === "reopen") mustHaveNote(payload);
}

function takePrepare(standing: Standing, month: Month, { link, payload }: Taken, frozen: Members): void {
  month.prepared = { link, frozen, by: () => json.hideable(payload, "by") };
  const newest = {
    pullId: standing.newestPull(),
    decisionId: standing.count("decision"),
    matchId: standing.count("match"),
    termsId: standing.count("terms") || null,
  };
  for (const [name, id] of Object.entries(newest))
    must(json.numberOrNull(frozen, name) === id, `its "${name}" is not ${id ?? "absent"}`);
  const isKept = standing.runHas(json.number(frozen, "runId"), json.digest(frozen, "checkSha256"));
  must(isKept !== false, "the run that it rests on was not kept before");
  if (json.objects(frozen, "overridden").length > 0) mustHaveNote(payload);
  const states = standing.terms.at(-1);
  if (states === undefined) return;
  must(
    json.hides(states) || json.hides(frozen["termsSha256"])
      ? null
      : frozen["termsSha256"] === sha256(json.canonical(states)),
    "its terms are others than the newest",
  );
}

function takeSignOff(month: Month, { link, payload }: Taken, frozen: Members): void {
  month.signed = link;
  const isSame = same(frozen, month.prepared?.frozen);
  must(isSame !== false, "it signs other figures than were prepared");
  const preparer = month.prepared?.by() ?? "";
  must(!isSameName(json.hideable(payload, "by"), preparer), "whoever prepared the month signed it");
  must(isSame, "it signs other figures than were prepared");
}

function takeAttachment(standing: Standing, { link, payload }: Taken): void {
  const [sha, bytes] = [json.digest(payload, "sha256"), json.number(payload, "bytes")];
  const undoes = json.numberOrNull(payload, "undoes");
  if (undoes === null) {
    const subject = json.object(payload, "subject");
    standing.evidence.set(json.number(payload, "attachment"), { sha256: sha, bytes, subject, link });
    must(bytes >= 1 && bytes <= LARGEST_ATTACHMENT, "its file is empty or too large");
    return;
  }
  const withdrawn = standing.evidence.get(undoes);
  standing.evidence.delete(undoes);
  must(withdrawn !== undefined, "it withdraws evidence that is not there");
  must(same(withdrawn?.sha256, sha), "it withdraws another file");
}

function takePoint(standing: Standing, { payload }: Taken): void {
  const month = standing.month(json.text(payload, "month"));
  const event = json.object(payload, "event");
  const kind = json.text(event, "kind");
  if (kind === "made") {
    month.points.set(json.number(payload, "pointStep"), "waiting");
    must(month.state !== "signed-off", "a point is made on a month that is signed off");
    return;
  }
  const point = json.number(event, "point");
  const before = month.points.get(point);
  const isAnswer = kind === "answered";
  month.points.set(point, isAnswer ? "answered" : "waiting");
  if (isAnswer) must(before === "waiting", "it answers a point that does not wait");
  else must(kind === "repeated" && before === "answered", "it repeats a point that was not answered");
}

/** What stood at the links that the month rests on. */
export interface Standings {
  /** At the link `signed`: matches in force, and steps of the month's close. */
  readonly alone: readonly number[];
  /** After the link `prepared`, its matches up to `matchId`. */
  readonly matches: readonly Match[];
  /** After the link `signed`. */
  readonly decisions: ReadonlyMap<string, readonly Decision[]>;
  readonly countedPulls: ReadonlySet<number>;
  readonly pulls: readonly Pull[];
  /** Frozen by the link `signed`. */
  readonly frozen: Members;
  /** Of `frozen.termsId`, null without. */
  readonly terms: Members | null;
  /** After the last link. */
  readonly last: Standing;
}

/** Goes through all links. @returns null where the links `prepared` and `signed` are no steps of a close */
export function checkRules({ manifest, lists, texts }: Pack, findings: Findings): Standings | null {
  const standing = new Standing();
  const { links } = lists;
  let matches: Match[] = [];
  let decisions = new Map<string, Decision[]>();
  let countedPulls = new Set<number>();
  const alone: number[] = [];
  for (const { leaf, number: link } of links) {
    const place = { file: "links.jsonl", line: link };
    findings.at("rules", place, () => {
      const [kind, payload] = [json.text(leaf, "kind"), json.object(leaf, "payload")];
      json.number(leaf, "atMs");
      if (!MEMBERS_OF.has(kind)) findings.open("rules", `Links of the kind "${kind}" are not known here`);
      if (link === 1) {
        must(kind === "created", "the first link does not create the ledger");
        must(payload["ledgerId"] === manifest.ledger, "it creates another ledger than the manifest names");
      }
      for (const rule of standing.take(link, kind, payload)) findings.at("rules", place, rule);
    });
    const { kind, payload } = leaf;
    const isStep = kind === "close" && json.isObject(payload) && payload["month"] === manifest.month;
    if (isStep && link <= manifest.signed) alone.push(link);
    if (link === manifest.prepared) matches = [...standing.matches.values()];
    if (link !== manifest.signed) continue;
    alone.push(...Array.from(standing.matches.values(), (match) => match.link));
    decisions = new Map(Array.from(standing.decisions, ([fingerprint, all]) => [fingerprint, [...all]]));
    countedPulls = new Set(standing.pulls.filter(({ counts }) => counts).map(({ id }) => id));
  }
  checkLast(links.at(-1)?.leaf ?? {}, { manifest, texts }, findings);
  checkSignature(standing, manifest, findings);
  const leaf = links[manifest.signed - 1]?.leaf;
  const payload = leaf === undefined ? null : json.member(leaf, "payload");
  const frozen = json.isObject(payload) ? json.member(payload, "frozen") : null;
  if (!json.isObject(frozen)) return null;
  const termsId = json.member(frozen, "termsId");
  const terms = typeof termsId === "number" ? (standing.terms[termsId - 1] ?? null) : null;
  const pulls = standing.pulls.filter(({ link }) => link < manifest.signed);
  return { alone, matches, decisions, countedPulls, pulls, frozen, terms, last: standing };
}

function checkLast(
  last: Members,
  { manifest, texts }: Pick<Pack, "manifest" | "texts">,
  findings: Findings,
): void {
  findings.at("rules", { file: "links.jsonl", line: manifest.head.sequence }, () => {
    const sealText = texts.get("seal.json") ?? "";
    const seal = json.parseCanonical(sealText);
    must(json.text(seal, "ledger") === manifest.ledger, "the seal is of another ledger than the manifest");
    must(json.text(seal, "month") === manifest.month, "the seal is of another month than the manifest");
    must(last["kind"] === "run", "the last link is not of a run");
    const payload = json.object(last, "payload");
    must(payload["holds"] === "seal", "the last link is not the seal's");
    must(payload["sha256"] === sha256(sealText), "the last link has another seal");
    must(last["sequence"] === manifest.head.sequence, "the head of the manifest is not the last link");
    const hash = json.member(last, "hash");
    must(json.isWithheld(hash) || hash === manifest.head.hash, "the head of the manifest has another hash");
  });
}

function checkSignature(
  standing: Standing,
  { month, prepared, signed }: Pack["manifest"],
  findings: Findings,
): void {
  const own = standing.months.get(month);
  if (own?.state !== "signed-off") findings.broken("signature", `the links do not sign off ${month}`);
  else if (own.prepared?.link !== prepared || own.signed !== signed)
    findings.broken(
      "signature",
      "the manifest names other links than those of the preparation and signature in force",
    );
}
