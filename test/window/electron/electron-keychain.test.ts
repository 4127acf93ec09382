/** Credentials and the system's keychain: kept, absent as on this machine, and unreadable at the next start. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ElectronApplication, Page } from "playwright";
import { expect, test } from "vitest";
import type { ConnectionFacts } from "../../../src/ipc/contract.ts";
import type { Envelope } from "../../../src/ipc/envelope.ts";
import { startWithLedger } from "../../helpers/window/electron-journey.ts";
import { goTo } from "../../helpers/window/window-steps.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

const CANARY = "canary-secret-key-7f3a9";
const CONNECTION = {
  baseUrl: "https://service.example",
  pathPrefix: "/sandbox/index",
  authForm: "key",
  secretKey: CANARY,
  appId: "canary-app-id",
  phone: "",
  password: "",
};

async function call<T = ConnectionFacts>(page: Page, method: string, input: unknown): Promise<T> {
  const reply = (await page.evaluate(
    async ([name, given]) => {
      const { tieout } = globalThis as unknown as {
        readonly tieout: { readonly methods: Record<string, (input: unknown) => Promise<unknown>> };
      };
      return tieout.methods[name]?.(given);
    },
    [method, input] as const,
  )) as Envelope<T>;
  if (!reply.ok) throw new Error(reply.fault.sentence);
  return reply.value;
}

/** A keychain that this machine does not have, in the place of Electron's: it turns bytes around, or refuses to. */
async function lendKeychain(app: ElectronApplication, canRead: boolean): Promise<void> {
  await app.evaluate(({ safeStorage }, reads) => {
    safeStorage.getSelectedStorageBackend = () => "gnome_libsecret";
    safeStorage.isAsyncEncryptionAvailable = async () => Promise.resolve(true);
    safeStorage.encryptStringAsync = async (text) =>
      Promise.resolve(Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xff)));
    safeStorage.decryptStringAsync = async (bytes) => {
      if (!reads) throw new Error("another key");
      const result = Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString();
      return Promise.resolve({ result, shouldReEncrypt: false });
    };
  }, canRead);
}

/** Every file of the app's own, as text. */
const everything = (home: string) =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");

test("case 61: without a keychain keeps credentials in memory, and says so", async (context) => {
  const { page, home } = await startWithLedger(context, await ledgerToReview());
  expect(await call(page, "connection.save", CONNECTION)).toMatchObject({
    kept: "memory",
    fault: { code: "SECRET_UNPROTECTED" },
    has: { secretKey: true },
  });
  expect(everything(home)).not.toContain(CANARY);
});

test("case 62: credentials in the keychain are there at the next start, and unreadable ones are reported and kept", async (context) => {
  const ledger = await ledgerToReview();
  const first = await startWithLedger(context, ledger);
  await lendKeychain(first.app, true);
  expect(await call(first.page, "connection.save", CONNECTION)).toMatchObject({
    kept: "keychain",
    fault: null,
  });
  await first.app.close();
  expect(everything(first.home)).not.toContain(CANARY);
  const kept = readFileSync(join(first.home, "connections.json"), "utf8");

  const second = await startWithLedger(context, ledger, first.home);
  await lendKeychain(second.app, false);
  expect(await call(second.page, "connection.read", {})).toMatchObject({
    fault: { code: "SECRET_UNREADABLE" },
    has: { secretKey: false },
  });
  await second.app.close();
  expect(readFileSync(join(first.home, "connections.json"), "utf8")).toBe(kept);

  const third = await startWithLedger(context, ledger, first.home);
  await lendKeychain(third.app, true);
  expect(await call(third.page, "connection.read", {})).toMatchObject({
    fault: null,
    has: { secretKey: true },
  });
});

test("a key that the keychain keeps signs what its owner does in the window, now and at the next start", async (context) => {
  const ledger = await ledgerToReview();
  const first = await startWithLedger(context, ledger);
  await expect(call(first.page, "keys.enrol", { by: "Ada Obi" })).rejects.toThrow(
    /There is no keychain here/u,
  );
  await lendKeychain(first.app, true);
  const enrolled = await call<{ own: string[] }>(first.page, "keys.enrol", { by: "Ada Obi" });
  expect(enrolled.own).toEqual([expect.stringMatching(/^Ada Obi, key [0-9a-f ]{39}$/u)]);
  const tick = { month: "2026-10", by: "Ada Obi", note: "Looked", done: true };
  await call(first.page, "file.tick", { ...tick, step: 1 });
  const kept = everything(first.home);
  expect(kept).toContain('"keys"');
  expect(kept).not.toMatch(/PRIVATE KEY|MC4CAQAwBQYDK2VwBCIEI/u);
  await first.app.close();

  const second = await startWithLedger(context, ledger, first.home);
  await expect(call(second.page, "file.tick", { ...tick, step: 2 })).rejects.toThrow(/signs with the key/u);
  await lendKeychain(second.app, true);
  await goTo(second.page, "Settings");
  await second.page.getByText("Signed here: Ada Obi, key").waitFor();
  await call(second.page, "file.tick", { ...tick, step: 2 });
  expect(await call<{ sentences: string[] }>(second.page, "keys.list", {})).toMatchObject({
    sentences: [
      expect.stringMatching(/^Ada Obi has the key .* signed 3 links/u),
      "All 3 acts of people are signed with a key",
    ],
  });
});
