import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listBodies, readBody } from "../../../src/main/ledger/pulls/body.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { userBody, walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { ENTRIES, contentsOf } from "./made.ts";

const CANARY = 'cAnArY+4711/"tok&en=ü';
const CONTEXT = { now: () => 9000, appVersion: "test" };

/** Every way a secret is written down. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    // Base64 of a text around it differs with where it begins.
    ...[0, 1, 2].map((lead) =>
      Buffer.concat([Buffer.alloc(lead), bytes])
        .toString("base64")
        .slice(4, -4),
    ),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}

function expectNowhere(where: string, bytes: Buffer | string): void {
  const text = Buffer.from(bytes);
  expect([where, formsOf(CANARY).filter((form) => text.includes(form))]).toEqual([where, []]);
}

test("tokens of imported user bodies are in no byte of the ledger, its log, its responses or its trail", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "a.tieout");
  const [userFile, walletFile] = [join(folder, "me.json"), join(folder, "wallet.json")];
  // The token stands in its own field, in invite_url, and in a text besides.
  writeFileSync(
    userFile,
    userBody(CANARY).replace('"bout_me":""', `"bout_me":${JSON.stringify(`my token is ${CANARY}!`)}`),
  );
  writeFileSync(walletFile, walletBody(ENTRIES));
  expect(formsOf(CANARY).some((form) => readFileSync(userFile).includes(form))).toBe(true);

  const files = { wallet: [walletFile], transactions: [], user: userFile, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
  // One who reads on keeps the log of the second import from being folded in.
  const db = await openForWriting(ledger);
  db.exec("BEGIN");
  db.prepare("SELECT count(*) FROM pull").get();
  await importIntoLedger({ ledger, files }, CONTEXT);
  expect(statSync(`${ledger}-wal`).size).toBeGreaterThan(4096);
  for (const name of readdirSync(folder).filter((one) => one.startsWith("a.tieout")))
    expectNowhere(name, readFileSync(join(folder, name)));
  db.exec("COMMIT");
  closeLedger(db);

  expectNowhere("rows", contentsOf(ledger));
  const whole = openForReading(ledger);
  const bodies = listBodies(whole).map((body) => Buffer.concat([...readBody(whole, body)]).toString());
  closeLedger(whole);
  expect(bodies.filter((text) => text.includes("[redacted]")).length).toBe(2);
  for (const text of bodies) expectNowhere("answer", text);
  expect(bodies.filter((text) => text === walletBody(ENTRIES)).length).toBe(2);
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
});
