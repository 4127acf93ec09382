/** Proves a ledger whole: SQLite's own checks, the stored answers' hashes, every row against the trail, the trail itself. */
import { createHash, hash } from "node:crypto";
import type { ErrorCode } from "../../core/errors.ts";
import { type Link, ledgerIdOf, linkHash, listLinks } from "./audit.ts";
import { listBodies, readBody } from "./body.ts";
import type { ReadableLedger } from "./connection.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { closeLedger, openForReading } from "./open.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";
import { type TableSuffix, digestOfRows, digestOfTexts } from "./row-digests.ts";
import { ledgerError } from "./sqlite-error.ts";

export interface Problem {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly where: string | null;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** What was proven, counted. */
  readonly facts: readonly { readonly name: string; readonly count: number }[];
  /** Hash of the newest link, '' without one. */
  readonly head: string;
  /** How many links the trail has. */
  readonly links: number;
}

/**
 * Verifies a ledger; it is opened for reading and never changed.
 *
 * @param expectedHead a head hash that an export printed; null when there is none to hold the trail against
 * @throws TieoutError when the file cannot be opened as a ledger at all
 */
export async function verifyLedger(path: string, expectedHead: string | null): Promise<VerifyReport> {
  const db = openForReading(path);
  try {
    const problems = [...checkStructure(db), ...checkTrail(db, expectedHead)];
    problems.push(...(await checkBodies(db)), ...checkRecords(db));
    const links = listLinks(db);
    return {
      ok: problems.length === 0,
      problems,
      facts: countFacts(db),
      head: links.at(-1)?.hash ?? "",
      links: links.length,
    };
  } catch (error) {
    const known = ledgerError(error, path);
    if (known === error) throw error;
    return {
      ok: false,
      problems: [problem("LEDGER_CORRUPT", "The ledger cannot be read whole", null)],
      facts: [],
      head: "",
      links: 0,
    };
  } finally {
    closeLedger(db);
  }
}

function problem(code: ErrorCode, sentence: string, where: string | null): Problem {
  return { code, sentence, where };
}

function checkStructure(db: ReadableLedger): Problem[] {
  const verdict = db.prepare<[], string>("PRAGMA integrity_check").pluck().get();
  const strays = db.prepare("PRAGMA foreign_key_check").all().length;
  return [
    ...(verdict === "ok" ? [] : [problem("LEDGER_CORRUPT", `SQLite finds damage: ${verdict}`, null)]),
    ...(strays === 0 ? [] : [problem("LEDGER_CORRUPT", `${strays} rows point nowhere`, null)]),
  ];
}

function checkTrail(db: ReadableLedger, expectedHead: string | null): Problem[] {
  const ledgerId = ledgerIdOf(db);
  const links = listLinks(db);
  let previous = "";
  for (const [at, link] of links.entries()) {
    const fits = link.sequence === at + 1 && link.hash === linkHash(ledgerId, previous, link);
    if (!fits)
      return [
        problem("AUDIT_BROKEN", "The audit trail does not follow from the link before", `link ${at + 1}`),
      ];
    previous = link.hash;
  }
  if (links.length === 0) return [problem("AUDIT_BROKEN", "The audit trail is empty", "link 1")];
  if (expectedHead !== null && !links.some((link) => link.hash === expectedHead)) {
    return [
      problem("AUDIT_TRUNCATED", "The head that the export printed is not in the audit trail", expectedHead),
    ];
  }
  return [];
}

async function checkBodies(db: ReadableLedger): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const body of listBodies(db)) {
    if (body.pruned) continue;
    const where = `pull ${body.pullId}, ${body.name}`;
    try {
      const digest = createHash("sha256");
      for await (const chunk of readBody(db, body.id)) digest.update(chunk as Buffer);
      if (digest.digest("hex") !== body.sha256) {
        problems.push(problem("AUDIT_MISMATCH", "A stored answer is not what was received", where));
      }
    } catch {
      problems.push(problem("AUDIT_MISMATCH", "A stored answer cannot be read", where));
    }
  }
  return problems;
}

interface PullPayload {
  readonly pull: number;
  readonly user: unknown;
  readonly businesses: readonly unknown[];
  readonly bodies: readonly { readonly sha256: string }[];
  readonly rows: Readonly<Record<string, { readonly digest: string }>>;
  readonly texts: Readonly<
    Record<string, { readonly from: number; readonly to: number; readonly digest: string }>
  >;
}

/** Holds every table against what the trail says was put into it. */
function checkRecords(db: ReadableLedger): Problem[] {
  return listLinks(db).flatMap((link) => {
    if (link.kind === "pull") return checkPull(db, JSON.parse(link.payload) as PullPayload);
    if (link.kind === "run") return checkRun(db, link);
    return [];
  });
}

function checkPull(db: ReadableLedger, payload: PullPayload): Problem[] {
  const where = `pull ${payload.pull}`;
  const changed = (what: string) =>
    problem("AUDIT_MISMATCH", `The ${what} are not those that the pull brought`, where);
  const problems: Problem[] = [];
  for (const table of [ENTRY_TABLE, PAYMENT_TABLE]) {
    for (const suffix of ["", "_version", "_presence", "_copy"] satisfies TableSuffix[]) {
      const recorded = payload.rows[`${table.name}${suffix}`];
      if (recorded === undefined) continue;
      if (digestOfRows(db, table, suffix, payload.pull).digest !== recorded.digest)
        problems.push(changed(`rows of ${table.name}${suffix}`));
    }
  }
  for (const name of ["payref", "label"] as const) {
    const recorded = payload.texts[name];
    if (recorded === undefined) continue;
    if (digestOfTexts(db, name, recorded.from, recorded.to).digest !== recorded.digest) {
      problems.push(changed(`texts of ${name}`));
    }
  }
  const bodies = listBodies(db).filter((body) => body.pullId === payload.pull);
  if (bodies.map((body) => body.sha256).join() !== payload.bodies.map((body) => body.sha256).join()) {
    problems.push(changed("stored answers"));
  }
  return problems;
}

function checkRun(db: ReadableLedger, link: Link): Problem[] {
  const { run, sha256 } = JSON.parse(link.payload) as { readonly run: number; readonly sha256: string };
  const document = db.prepare<[number], string>("SELECT document FROM run WHERE id = ?").pluck().get(run);
  if (document !== undefined && hash("sha256", document, "hex") === sha256) return [];
  return [problem("AUDIT_MISMATCH", "A run is not the one that was kept", `run ${run}`)];
}

function countFacts(db: ReadableLedger): VerifyReport["facts"] {
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  const tables = [
    ["entries", "entry"],
    ["transactions", "payment"],
    ["pulls", "pull"],
    ["stored answers", "body"],
    ["runs", "run"],
    ["links of the audit trail", "audit"],
  ] as const;
  return tables.map(([name, table]) => ({ name, count: count(table) }));
}
