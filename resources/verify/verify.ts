/** Verifies an evidence pack by docs/evidence-pack.md alone. It needs nothing of a page, and reads nothing but the pack. */
import { checkCauses } from "./causes.ts";
import { checkConclusion, checkDecisions, checkQuestions } from "./conclusion.ts";
import { type Check, checkChains, checkRollForward } from "./entries.ts";
import * as json from "./json.ts";
import { type Members, same } from "./json.ts";
import { type Manifest, type Pack, readPack } from "./pack.ts";
import { checkKeys } from "./keys.ts";
import { checkPayments } from "./payments.ts";
import { dayBegins } from "./period.ts";
import { checkProofs } from "./proof.ts";
import { checkRecords } from "./records.ts";
import { CLAIMS, type Claim, Findings, type Outcome, must } from "./report.ts";
import { type Standings, checkRules } from "./rules.ts";
import { checkTime } from "./time.ts";
import { checkSeal, checkTrail } from "./trail.ts";

/** Who took a step of the close. */
export interface Signer {
  /** Null where it is withheld. */
  readonly by: string | null;
  /** The key that signed it, as its link says; "" where a name alone did. */
  readonly key: string;
}

export interface PackReport {
  /** Null where it cannot be read. */
  readonly manifest: Manifest | null;
  readonly verdict: "proven" | "broken";
  /** Whoever prepared the month, and whoever signed it. */
  readonly signers: readonly (Signer | null)[];
  /** In the order of the format. */
  readonly claims: readonly Outcome[];
}

/**
 * @param keptHead the hash of one of the links, kept elsewhere; null without one
 * @param onShare called as the work goes on, with its share that is done, 0 to 1
 */
export async function verifyPack(
  zip: Blob,
  keptHead: string | null = null,
  onShare: (share: number) => void = () => {},
): Promise<PackReport> {
  const findings = new Findings();
  const pack = await readPack(zip, findings, (share) => onShare(share / 2));
  if (pack !== null && !findings.isBroken("files")) await verifyRead(pack, findings, { keptHead, onShare });
  else
    for (const claim of CLAIMS.filter((one) => one !== "files"))
      findings.open(claim, "The files are not those that were packed, so nothing else was tried");
  const claims = findings.outcomes();
  const verdict = claims.some((claim) => claim.verdict === "broken") ? "broken" : "proven";
  const signers =
    pack === null ? [] : [pack.manifest.prepared, pack.manifest.signed].map((at) => signerAt(pack, at));
  return { manifest: pack?.manifest ?? null, verdict, signers, claims };
}

function signerAt({ lists }: Pack, link: number): Signer | null {
  const payload = lists.links[link - 1]?.leaf["payload"];
  if (!json.isObject(payload)) return null;
  const { by, signed } = payload;
  const key = json.isObject(signed) ? json.shown(signed["key"]) : "";
  return { by: typeof by === "string" ? by : null, key: json.isDigest(key) ? key : "" };
}

async function verifyRead(
  pack: Pack,
  findings: Findings,
  { keptHead, onShare }: { readonly keptHead: string | null; readonly onShare: (share: number) => void },
): Promise<void> {
  const hashes = checkTrail(pack, findings, keptHead);
  onShare(0.6);
  checkSeal(pack, findings);
  onShare(0.7);
  const standings = checkRules(pack, findings);
  await checkKeys(pack, hashes, findings);
  checkTime(pack, hashes, findings);
  findings.open("source", "That the service said so. Ask it: tieout audit");
  findings.open("people", "Who typed a name, and when it was");
  findings.stated("rules", "Further rules that Tieout has for links are not checked here");
  findings.stated("three-way", "Of outstanding items, what is neither a sum nor a number is taken as stated");
  if (pack.files.has("verify.html"))
    findings.stated(
      "files",
      "verify.html in it was not looked at: what another page says of this pack proves nothing",
    );
  const month = findings.at("check", { file: "month.jsonl" }, () => readMonth(pack));
  if (standings === null || month === null) {
    findings.broken("signature", "what the month was signed on cannot be read");
    for (const claim of RESTING) findings.open(claim, "What the month was signed on cannot be read");
    return;
  }
  checkCheck(pack, month, standings, findings);
  const records = checkRecords(pack, standings, findings);
  onShare(0.8);
  checkFiles(pack, month, standings, findings);
  checkRestatements(month.restatements, standings, pack, findings);
  const { check } = month;
  const { frozen } = standings;
  const redo = <T>(claim: Claim, work: () => T): T | null => findings.at(claim, {}, work);
  const chains = redo("chain", () => checkChains(pack, records, check, findings));
  if (chains === null) return;
  findings.stated("chain", "Dates that cannot be, and gaps between pulls, are taken as stated");
  redo("roll-forward", () => checkRollForward(chains, check, frozen, findings));
  const payments = redo("payments", () =>
    checkPayments(pack, { records, chains, check, standings }, findings),
  );
  if (payments !== null) redo("three-way", () => checkProofs({ chains, payments, frozen }, findings));
  onShare(0.9);
  if (
    pack.manifest.withheld.length > 0 &&
    pack.lists.findings.some(({ leaf }) => OF_CONTENTS.has(json.shown(leaf["rule"])))
  )
    for (const claim of ["decisions", "conclusion"] as const)
      findings.open(claim, "Texts of records that changed are withheld");
  const causes = redo("causes", () => checkCauses({ records, chains, check }, findings)) ?? [];
  const exceptions =
    redo("decisions", () => checkDecisions(pack, { records, standings, causes }, findings)) ?? [];
  checkAlone(pack, standings, findings);
  const { statement } = month;
  redo("conclusion", () => checkConclusion(statement, { exceptions, standings }, findings));
  redo("questions", () => checkQuestions(pack, { statement, exceptions, standings }, findings));
}

/** The links that are handed out alone (section 7). */
function checkAlone({ files, lists }: Pack, { alone, decisions }: Standings, findings: Findings): void {
  const linkOf = new Map([...decisions.values()].flat().map(({ id, link }) => [id as json.Json, link]));
  const decided = lists.exceptions.flatMap(({ leaf }) => linkOf.get(leaf["decision"] ?? null) ?? []);
  const due = new Set([...alone, ...decided].map((link) => `excerpts/link-${link}.json`));
  for (const file of due) if (!files.has(file)) findings.broken("seal", "it is missing", { file });
  for (const file of files.keys())
    if (file.startsWith("excerpts/") && !due.has(file))
      findings.broken("seal", "no link of this number is handed out alone", { file });
}

/** Rules of findings that are about whole contents of a record (section 4). */
const OF_CONTENTS = new Set(
  "entry-changed entry-approved entry-vanished entry-returned transaction-changed transaction-vanished".split(
    " ",
  ),
);

/** What rests on what was frozen, and on the lines of the month. */
const RESTING = CLAIMS.slice(CLAIMS.indexOf("records"), CLAIMS.indexOf("source"));

interface MonthLeaves {
  readonly check: Check;
  readonly statement: Members;
  readonly restatements: Members;
  /** By name. */
  readonly files: ReadonlyMap<string, Members>;
}

const MONTH_LEAVES = "check statement restatements file file file";
const MONTH_FILES = ["check.json", "workbook.xlsx", "binder.html"];

function readMonth({ lists }: Pack): MonthLeaves {
  const leaves = lists.month.map(({ leaf }) => leaf);
  must(
    leaves.map(({ is }) => json.shown(is)).join(" ") === MONTH_LEAVES,
    "its lines are not those of the format",
  );
  const [leaf, statement, restatements, ...files] = leaves as [Members, Members, Members, ...Members[]];
  must(
    same(
      files.map(({ name }) => name ?? null),
      MONTH_FILES,
    ),
    "it names other files than the format",
  );
  const options = json.object(leaf, "options");
  const periodMs = json.object(leaf, "periodMs");
  const byRule = Map.groupBy(
    lists.findings.map((line) => line.leaf),
    (finding) => json.text(finding, "rule"),
  );
  const check = {
    leaf,
    options,
    fromMs: json.number(periodMs, "from"),
    toMs: json.number(periodMs, "to"),
    convention: json.text(json.object(leaf, "convention"), "used"),
    findings: byRule,
  };
  return {
    check,
    statement,
    restatements,
    files: new Map(files.map((file) => [json.text(file, "name"), file])),
  };
}

function checkCheck(
  pack: Pack,
  { check, files }: MonthLeaves,
  { frozen }: Standings,
  findings: Findings,
): void {
  const { texts, manifest, lists } = pack;
  const place = { file: "month.jsonl", line: 1 };
  findings.at("check", place, () => {
    must(same(check.options, json.object(frozen, "options")), "its options are not those that were frozen");
    const [year, month] = manifest.month.split("-").map(Number) as [number, number];
    const zone = json.text(check.options, "timeZone");
    const begins = [dayBegins(zone, year, month, 1), dayBegins(zone, year, month + 1, 1)];
    if (begins.includes(null)) {
      findings.stated("check", `When a day begins in ${zone} is not known here, and taken as stated`);
      return;
    }
    must(
      begins[0] === check.fromMs && begins[1] === check.toMs + 1,
      `its period is not ${manifest.month} in ${zone}`,
    );
    const days = json.object(check.leaf, "period");
    const last = String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, "0");
    const stated = { from: `${manifest.month}-01`, to: `${manifest.month}-${last}` };
    must(same(days, stated), `its days are not those of ${manifest.month}`);
  });
  findings.stated(
    "check",
    "What findings say beyond the rules of this format, and which rules were skipped and why, are taken as stated",
  );
  const stated = files.get("check.json") ?? {};
  findings.at("check", { file: "month.jsonl", line: 4 }, () =>
    must(
      same(json.digest(stated, "sha256"), frozen["checkSha256"]),
      "check.json is not the run that was frozen",
    ),
  );
  const text = texts.get("check.json");
  if (text === undefined) return findings.open("check", "check.json is left out with the texts in it");
  findings.at("check", { file: "check.json" }, () => {
    must(pack.files.get("check.json")?.sha256 === frozen["checkSha256"], "it is not the run that was frozen");
    const { schema: _schema, ...kept } = json.parseJson(text) as Members;
    const found = json.objects(kept, "findings");
    const { is: _is, periodMs: _periodMs, ...leaf } = check.leaf;
    const findingsNow = lists.findings.map((line) => line.leaf);
    // An earlier version found other causes, and stated less of what is at stake.
    const own = { ...leaf, findings: findingsNow.map((now, at) => withStakeOf(found[at] ?? {}, now)) };
    must(same({ ...kept, causes: null }, { ...own, causes: null }), "it says something else than the lists");
    if (same(kept, { ...leaf, findings: findingsNow }) !== true)
      findings.stated(
        "check",
        "check.json has other causes, or no amounts at stake: those of the lists are checked",
      );
  });
}

/** Rules that had nothing at stake in checks that earlier versions kept. */
const STAKED_SINCE = new Set(["negative-amount", "both-sides"]);

function withStakeOf({ atStake }: Members, finding: Members): Members {
  const { atStake: _own, ...others } = finding;
  if (atStake === undefined) return others;
  return atStake === 0 && STAKED_SINCE.has(json.shown(finding["rule"])) ? { ...others, atStake } : finding;
}

/** Claims `attachments` and `documents`. */
function checkFiles(pack: Pack, { files }: MonthLeaves, { last }: Standings, findings: Findings): void {
  const isWhole = pack.manifest.withheld.length === 0;
  const fingerprints = new Set(pack.lists.findings.map(({ leaf }) => leaf["fingerprint"]));
  const due = new Map<json.Json, number>();
  for (const { subject, sha256, bytes } of last.evidence.values()) {
    const kind = json.member(subject, "kind");
    const isOfMonth = (kind === "month" || kind === "books") && subject["month"] === pack.manifest.month;
    const isOfFinding = kind === "finding" && fingerprints.has(subject["fingerprint"]);
    const isOfMatch = kind === "match" && last.matches.has(Number(subject["match"]));
    if (isOfMonth || isOfFinding || isOfMatch || kind === "bank" || kind === "lines") due.set(sha256, bytes);
  }
  if (!isWhole && due.size > 0) findings.open("attachments", `${due.size} files are left out`);
  const there = [...pack.files].filter(([name]) => name.startsWith("attachments/"));
  for (const [file, { sha256, bytes }] of there) {
    const own = due.get(sha256);
    if (file !== `attachments/${sha256}`)
      findings.broken("attachments", "it is another file than its name says", { file });
    else if (own === undefined) findings.broken("attachments", "no link attaches it to the month", { file });
    else if (own !== bytes)
      findings.broken("attachments", "its length is another than its link states", { file });
  }
  if (isWhole)
    for (const digest of due.keys())
      if (!pack.files.has(`attachments/${json.shown(digest)}`))
        findings.broken("attachments", "it is missing", { file: `attachments/${json.shown(digest)}` });
  findings.stated("documents", "What workbook and binder say is not compared with the records here");
  findings.stated(
    "records",
    "That pulls brought these contents is not compared here: tieout verify does, on the ledger",
  );
  findings.stated("restatements", "What is listed beside restatements is taken as stated");
  for (const [index, file] of ["workbook.xlsx", "binder.html"].entries()) {
    const own = pack.files.get(file);
    if (own === undefined) findings.open("documents", `${file} is left out`);
    findings.at("documents", { file: "month.jsonl", line: 5 + index }, () => {
      const { sha256, bytes } = files.get(file) ?? {};
      const isSame = own === undefined || (own.sha256 === sha256 && own.bytes === bytes);
      must(isSame, `${file} is another file than the month's`);
    });
  }
}

function checkRestatements(
  restatements: Members,
  { last }: Standings,
  { manifest }: Pack,
  findings: Findings,
): void {
  const isLater = last.pulls.some(({ link }) => link > manifest.signed);
  if (isLater || last.wasSetAside)
    return findings.open("restatements", "Records of later pulls are not in the pack");
  findings.at("restatements", { file: "month.jsonl", line: 3 }, () => {
    const listed = json.objects(json.object(restatements, "document"), "restatements");
    const ofSignature = listed.map((one) => json.member(one, "signature")).filter(json.isObject);
    must(
      ofSignature.every((signature) => json.member(signature, "stillInForce") === false),
      "it lists restatements, and no pull came after the signature",
    );
  });
}
