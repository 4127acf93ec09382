/** A ledger that holds a first pull, and a service whose next answers a test decides. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished } from "vitest";
import type { AuthorizationForm } from "../../../src/main/api/http/secret.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import type { HistoryRequest } from "../../../src/main/services/pull/pull-history.ts";
import { type PullRequest, pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import type { Reply } from "../../helpers/loopback.ts";
import { serve, serviceWith } from "./asking.ts";
import { CANARY, expectNoSecret, expectRefusal } from "./secrecy.ts";

type Others = Parameters<typeof serviceWith>[0];

/** Temporary files up to this size are looked into, in bytes. */
const LOOKED_AT = 100_000;

export class Pulling {
  readonly #folder = mkdtempSync(join(tmpdir(), "tieout-test-"));
  readonly ledger = join(this.#folder, "wallet.tieout");
  readonly #temporary = join(this.#folder, "tmp");
  /** All that was said on the way. */
  readonly #said: string[] = [];
  readonly requests: string[] = [];
  #reply: Reply = serviceWith();
  #baseUrl = "";

  /** Starts the service and pulls once. */
  static async start(others: Others = {}): Promise<Pulling> {
    const pulling = new Pulling();
    const before = process.env["TMPDIR"];
    mkdirSync(pulling.#temporary);
    process.env["TMPDIR"] = pulling.#temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      rmSync(pulling.#folder, { recursive: true, force: true });
    });
    const server = await serve((request, socket) => {
      pulling.requests.push(`${request.method} ${request.path.replace("/sandbox/index", "")}`);
      pulling.#reply(request, socket);
    });
    pulling.#baseUrl = server.url;
    await pulling.pull(others);
    return pulling;
  }

  /** Pulls from a service that answers so. */
  async pull(others: Others = {}, settings: Partial<PullSettings> = {}) {
    this.#reply = serviceWith(others);
    this.requests.length = 0;
    const {
      baseUrl = this.#baseUrl,
      credentials = CANARY,
      history = { kind: "full" },
      authForm = "key",
      accepted,
    } = settings;
    const request: PullRequest = {
      ledger: this.ledger,
      service: { baseUrl, pathPrefix: "/sandbox/index", authForm },
      credentials,
      history,
      accepted,
    };
    return pullIntoLedger(request, {
      now: () => Date.UTC(2026, 10, 21),
      appVersion: "test",
      onProgress: (progress) => {
        this.#said.push(JSON.stringify(progress), ...this.#temporaryTexts());
      },
    });
  }

  /** All files in the test's own folder, temporary ones too. */
  files(): string[] {
    const all = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    return all.filter((one) => one.isFile()).map((one) => one.name);
  }

  /** All progress told so far, with what lay in temporary files meanwhile. */
  said(): string {
    return this.#said.join("\n");
  }

  /** Every row of every table. */
  contents(): Record<string, unknown[]> {
    const db = new Database(this.ledger, { readonly: true });
    try {
      const tables = db
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .pluck()
        .all();
      return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all()]));
    } finally {
      db.close();
    }
  }

  #temporaryTexts(): string[] {
    return readdirSync(this.#temporary, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .filter((file) => statSync(file).size < LOOKED_AT)
      .map((file) => readFileSync(file, "utf8"));
  }
}

/** A pull that must fail: says how, after making sure that the ledger holds what it held and nothing else is left. */
export async function refusedPull(pulling: Pulling, others: Others, settings: Partial<PullSettings> = {}) {
  const held = pulling.contents();
  const refusal = await expectRefusal(pulling.pull(others, settings));
  expect(pulling.contents()).toEqual(held);
  await expectWhole(pulling);
  return refusal;
}

/** The ledger verifies, nothing lies beside it, and no secret is in it, was in a temporary file or was said. */
export async function expectWhole(pulling: Pulling): Promise<void> {
  expect(pulling.files()).toEqual(["wallet.tieout"]);
  expect(await verifyLedger(pulling.ledger, null)).toMatchObject({ ok: true, problems: [] });
  const bytes = readFileSync(pulling.ledger);
  for (const encoding of ["latin1", "utf8", "utf16le"] as const) expectNoSecret(bytes.toString(encoding));
  expectNoSecret(pulling.said());
}

interface PullSettings {
  readonly baseUrl: string;
  readonly credentials: PullRequest["credentials"];
  readonly history: HistoryRequest;
  readonly authForm: AuthorizationForm;
  readonly accepted: PullRequest["accepted"];
}
