/** What each stored response came from: kept in the pull's link, proven by `verify`, shown on sheet Audit. */
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readProvenance } from "../../../../src/main/ledger/trail/pull.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { readLedger } from "../../../../src/main/services/shared/use-ledger.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { FIRST_PULL_MS, PulledLedger } from "../../../helpers/ledgers/pulled-ledger.ts";
import { type Payload, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT } from "../../../helpers/ledgers/signing.ts";
import { SELF_SIGNED, answer } from "../../../helpers/loopback.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { CANARY } from "../../api/secrecy.ts";
import { NOW_MS, WALLET, ask, clientOf, serve } from "../../api/asking.ts";

const ENTRIES = wallet([500, 200, -100]);

async function pulledTwice(): Promise<PulledLedger> {
  const pulled = await PulledLedger.open({ entries: ENTRIES, transactions: [sale(1, 200)] });
  pulled.service.stated.atMs = FIRST_PULL_MS - 30_000;
  await pulled.pull();
  pulled.service.records.entries = wallet([500, 200, -100, 70]);
  await pulled.pull();
  return pulled;
}

/** The rows of a table of sheet Audit. */
async function auditRows(ledger: string, table: string): Promise<Record<string, unknown>[]> {
  const out = join(temporaryFolder(), "tables");
  await exportLedger({ ledger, period: null, options: {}, format: "json", asFolder: true, out }, CONTEXT);
  return JSON.parse(readFileSync(join(out, `D2-audit-${table}.json`), "utf8")) as Record<string, unknown>[];
}

test("a pull's link keeps the request, the status line, both clocks and the attempt of each response", async () => {
  const { ledger, service } = await pulledTwice();
  const first = readLedger(ledger, readProvenance)(1);
  const asked = first.map((one) => one?.request);
  expect(asked).toEqual([
    "POST /sandbox/index/user/auth/login",
    "GET /sandbox/index/user/fetch/single",
    "GET /sandbox/index/business/fetch",
    "GET /sandbox/index/wallet/history",
    "GET /sandbox/index/transaction/fetch/all",
  ]);
  expect(first.at(-1)).toEqual({
    origin: service.baseUrl,
    request: "GET /sandbox/index/transaction/fetch/all",
    status: "200 OK",
    serverAtMs: FIRST_PULL_MS - 30_000,
    certificateSha256: null,
    attempt: 1,
    sentAtMs: FIRST_PULL_MS,
    answeredAtMs: FIRST_PULL_MS,
    endedAtMs: FIRST_PULL_MS,
  });
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ problems: [] });
});

test("the certificate is that of the service; the attempt is the one that was answered", async () => {
  const server = await serve(({ number }, socket) => {
    answer(socket, number === 1 ? 503 : 200, number === 1 ? "" : WALLET);
  }, SELF_SIGNED);
  const list = await clientOf(server.url, { ca: SELF_SIGNED.cert }).downloadWallet(7);
  const shown = new X509Certificate(SELF_SIGNED.cert).fingerprint256.replaceAll(":", "").toLowerCase();
  expect(list.provenance).toMatchObject({
    certificateSha256: shown,
    attempt: 2,
    request: "GET /sandbox/index/wallet/history?limit=7",
    status: "200 Said",
    serverAtMs: null,
    answeredAtMs: NOW_MS,
  });
});

test("a reason phrase that echoes the key is kept without it", async () => {
  const server = await serve((_, socket) => {
    const head = `HTTP/1.1 200 Hello ${CANARY.secretKey}\r\nContent-Length: ${WALLET.length}\r\n\r\n`;
    socket.write(head + WALLET);
  });
  const { client } = ask(server.url);
  const list = await client.downloadWallet(null);
  expect(list.provenance?.status).toMatch(/^200 Hello /u);
  expect(JSON.stringify(list.provenance)).not.toContain(CANARY.secretKey);
});

test("a link that says files came from a service, or responses from another address, is refused", async () => {
  const pulled = await pulledTwice();
  const otherAddress = (payload: Payload) => {
    const [first, ...others] = payload["bodies"] as Payload[];
    const provenance = { ...(first?.["provenance"] as Payload), origin: "https://elsewhere.example" };
    payload["bodies"] = [{ ...first, provenance }, ...others];
  };
  forgeTrail(pulled.ledger, (links) => {
    const link = links.find(({ kind }) => kind === "pull");
    if (link !== undefined) otherAddress(link.payload);
  });
  const { problems } = await verifyLedgerFile(pulled.ledger, null, CONTEXT);
  expect(problems.map(({ sentence }) => sentence)).toContain(
    "A response of the pull came from another address than the pull",
  );
});

test("a link that says what crowd-pays raised while a pull ran that is not torn is refused", async () => {
  const pulled = await pulledTwice();
  forgeTrail(pulled.ledger, (links) => {
    const link = links.find(({ kind }) => kind === "pull");
    if (link !== undefined) link.payload["tornRaised"] = [{ payID: 5, amount: 500 }];
  });
  const { problems } = await verifyLedgerFile(pulled.ledger, null, CONTEXT);
  expect(problems.map(({ sentence }) => sentence)).toContain(
    "Nothing is raised while a pull runs that is not torn",
  );
});

test("sheet Audit says where each response came from, and why the history is complete", async () => {
  const { ledger, service } = await pulledTwice();
  const rows = await auditRows(ledger, "provenance");
  expect(rows).toHaveLength(10);
  expect(rows.at(-1)).toMatchObject({ pull: 2, attempt: 1, status: "200 OK", origin: service.baseUrl });
  expect(await auditRows(ledger, "completeness")).toEqual([
    { question: "Received in full?", answer: "4 entries, asked for without a limit.", pull: 2 },
    { question: "Where does it begin?", answer: "walletID 1 is the first, and opens at 0.", pull: null },
    { question: "walletIDs left out?", answer: "None between the first and the last.", pull: null },
    {
      question: "Does another pull agree?",
      answer: "It brought 3 entries again, all unchanged, and none was gone.",
      pull: 2,
    },
  ]);
});

test("an import says who provided its files, which ids are left out, and that nothing shows it whole", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "wallet.tieout");
  const file = join(folder, "history.json");
  const [one, two, three] = ENTRIES;
  writeFileSync(
    file,
    walletBody(
      [one, two, three].flatMap((entry, at) =>
        entry === undefined ? [] : [{ ...entry, walletID: 3 + 4 * at }],
      ),
    ),
  );
  const files = { wallet: [file], transactions: [], user: null, business: [] };
  await importIntoLedger({ ledger, files, providedBy: " Bola Ade, by e-mail " }, CONTEXT);
  expect(await verifyLedgerFile(ledger, null, CONTEXT)).toMatchObject({ problems: [] });
  expect(await auditRows(ledger, "completeness")).toEqual([
    {
      question: "Received in full?",
      answer: "3 entries in the files. Files do not show whether a limit cut them.",
      pull: 1,
    },
    { question: "Where does it begin?", answer: "walletID 3 is the first, and opens at 0.", pull: null },
    {
      question: "walletIDs left out?",
      answer: "6 between the first and the last: 4 to 6, 8 to 10. Entries of other wallets may have them.",
      pull: null,
    },
    { question: "Does another pull agree?", answer: "No pull brought the same entries again.", pull: null },
    { question: "Who provided the files?", answer: "Bola Ade, by e-mail", pull: 1 },
  ]);
  const nameless = importIntoLedger({ ledger, files, providedBy: "  " }, CONTEXT);
  await expect(nameless).rejects.toMatchObject({ code: "DECISION_INVALID" });
});
