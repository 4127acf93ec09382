import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { hashBeside } from "../../../src/main/api/spool.ts";
import { OpenFile } from "../../../src/main/api/list-body.ts";
import { SavedAnswers } from "../../../src/main/api/saved.ts";
import { readEntries } from "../../../src/main/api/records.ts";
import { lookAtAnswers } from "../../../src/main/services/pull/guess-import-kind.ts";
import { SavedFiles, failureOf } from "../../helpers/workbook/saved-files.ts";
import {
  envelope,
  histories,
  wireBusiness,
  wireEntry,
  wireLoginUser,
  wireTransaction,
  wireUser,
} from "../../helpers/wire-records.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

const wallet = histories([wireEntry()]);

async function refusal(content: string | Uint8Array) {
  const { code, message } = await failureOf(files.answers.scan(files.write(content), "wallet"));
  return `${code}: ${message}`;
}

describe("saved lists", () => {
  test("reads the envelope, its bare list, and either after a byte order mark", async () => {
    const bare = JSON.stringify([wireEntry()]);
    for (const content of [wallet, bare, `\ufeff${wallet}`, `\ufeff${bare}`, `\n ${bare}\n`]) {
      expect(await files.entries(content)).toHaveLength(1);
    }
    expect(await files.entries("[]")).toEqual([]);
  });

  test("case 72: refuses another kind of file by name, before any record is read", async () => {
    expect(await refusal(gzipSync(wallet))).toMatch(
      /^IMPORT_FORMAT: .* is a gzip archive, not JSON; save the service's response$/u,
    );
    expect(await refusal("PK\u0003\u0004")).toMatch(
      /^IMPORT_FORMAT: .* is a zip archive or an Excel workbook, not JSON; /u,
    );
    expect(await refusal("walletID,balance\n1,2")).toMatch(/^IMPORT_FORMAT: /u);
    expect(await refusal("<html>")).toMatch(/^IMPORT_FORMAT: .* is an HTML or XML page, not JSON; /u);
    expect(await refusal(wallet.slice(0, 300))).toMatch(/^IMPORT_FORMAT: .* is cut off after 300 bytes$/u);
    expect(await refusal('{"name":"tieout"}')).toMatch(
      /^IMPORT_FORMAT: .* not the service's response with wallet history$/u,
    );
    expect(await refusal('{"status":200,"data":{}}')).toBe(
      "IMPORT_FORMAT: The body holds no list data.histories",
    );
    expect(await refusal('{"status":200,"data":{"histories":null}}')).toMatch(/^IMPORT_FORMAT: /u);
    expect(await refusal(`${wallet}x`)).toBe(
      `IMPORT_FORMAT: The body continues after the end of its JSON, at byte ${wallet.length}`,
    );
  });

  test("recognises the response of another endpoint", async () => {
    expect(await refusal(histories([wireTransaction()]))).toMatch(/holds transactions, not wallet history$/u);
    expect(await refusal(envelope({ user: wireUser() }))).toMatch(
      /holds a user record, not wallet history$/u,
    );
    expect(await failureOf(files.transactions(wallet))).toMatchObject({
      code: "IMPORT_FORMAT",
      message: "The file holds wallet history, not transactions",
    });
  });

  test("reports what cannot be read, with the path", async () => {
    const path = join(files.folder, "none.json");
    expect(await failureOf(files.answers.scan(path, "wallet"))).toMatchObject({
      code: "FILE_UNREADABLE",
      message: "The file cannot be read: it does not exist",
      facts: { file: path },
    });
    const folder = join(files.folder, "folder");
    mkdirSync(folder);
    expect(await failureOf(files.answers.scan(folder, "wallet"))).toMatchObject({ code: "FILE_UNREADABLE" });
  });

  test("refuses what is too large", async () => {
    const small = new SavedAnswers({
      stdin: Readable.from([Buffer.from(wallet)]),
      caps: { listBytes: 100, recordBytes: 100 },
    });
    for (const path of [files.write(wallet), "-"]) {
      expect(await failureOf(small.scan(path, "wallet"))).toMatchObject({ code: "IMPORT_TOO_LARGE" });
    }
    expect(await failureOf(small.readUser(files.write(wallet)))).toMatchObject({ code: "IMPORT_TOO_LARGE" });
    small.dispose();
  });

  test("hashes exactly the bytes of a body, in either thread", async () => {
    const content = `\ufeff${histories(Array.from({ length: 9000 }, (_, at) => wireEntry({ walletID: at })))} \n`;
    const sha256 = createHash("sha256").update(content).digest("hex");
    const path = files.write(content);
    expect(await files.answers.scan(path, "wallet")).toMatchObject({
      bytes: Buffer.byteLength(content),
      sha256,
    });
    using file = new OpenFile(path, path);
    const hashing = hashBeside(file, path);
    hashing.update(Buffer.from("what it reads by itself"));
    expect(await hashing.digest()).toBe(sha256);
    await hashing.stop();
    const stopped = hashBeside(file, path);
    await stopped.stop();
  });

  test("reports from a thread what cannot be read", async () => {
    const hashing = hashBeside({ descriptor: 9999 }, "wallet.json");
    expect(await failureOf(hashing.digest())).toMatchObject({
      code: "FILE_UNREADABLE",
      message: "The file cannot be read: EBADF",
      facts: { file: "wallet.json" },
    });
    await hashing.stop();
  });

  test("refuses a file that is written to between scan and read", async () => {
    const path = files.write(wallet);
    const body = await files.answers.scan(path, "wallet");
    appendFileSync(path, " ");
    expect(() => [...readEntries(body)]).toThrowError("The file changed while it was read");
    rmSync(path);
    expect(() => [...readEntries(body)]).toThrowError("it does not exist");
  });

  test("reads standard input once, and leaves nothing behind", async () => {
    const spools = () =>
      readdirSync(tmpdir()).filter((name) => /^tieout-spool-\d+-[A-Za-z0-9]{6}$/u.test(name));
    const before = spools();
    const answers = new SavedAnswers({
      stdin: Readable.from([Buffer.from(wallet.slice(0, 9)), Buffer.from(wallet.slice(9))]),
    });
    const body = await answers.scan("-", "wallet");
    expect(body.origin.name).toBe("standard input");
    expect([...readEntries(body)].flat()).toHaveLength(1);
    expect(await failureOf(answers.scan("-", "wallet"))).toMatchObject({ code: "USAGE" });
    const during = spools();
    answers.dispose();
    expect(
      during.filter((name) => !spools().includes(name) && !before.includes(name)).length,
    ).toBeGreaterThan(0);
  });

  test.each(["[]", " [ ]\n", "\ufeff[]", histories([])])(
    "keeps all bytes of %j from standard input, which has no record",
    async (content) => {
      const answers = new SavedAnswers({
        stdin: Readable.from([...Buffer.from(content)].map((byte) => Buffer.of(byte))),
      });
      const body = await answers.scan("-", "wallet");
      expect([...readEntries(body)].flat()).toEqual([]);
      expect(readFileSync(body.file, "utf8")).toBe(content);
      answers.dispose();
    },
  );

  describe.skipIf(process.platform === "win32")("case 92: refuses what is not a file", () => {
    /** What each way of reading a file says of a path. */
    async function refusals(path: string): Promise<string[]> {
      const reading = [
        files.answers.scan(path, "wallet"),
        files.answers.scan(path, "transactions"),
        files.answers.readUser(path),
        files.answers.readBusiness(path),
      ];
      const failures = await Promise.all(reading.map(failureOf));
      expect(failures.map(({ facts }) => facts.file)).toEqual([path, path, path, path]);
      return [...new Set(failures.map(({ code, message }) => `${code}: ${message}`))];
    }
    const SPECIAL = ["FILE_UNREADABLE: This is a pipe, a socket or a device, not a file"];

    test("refuses a pipe without a writer, a socket, a device and a folder at once", async () => {
      const pipe = join(files.folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      const socket = join(files.folder, "socket");
      const server = createServer().listen(socket);
      await once(server, "listening");
      try {
        for (const path of [pipe, socket, "/dev/null", "/dev/zero"]) {
          expect([path, await refusals(path)]).toEqual([path, SPECIAL]);
        }
        expect(await refusals(files.folder)).toEqual(["FILE_UNREADABLE: This is a folder, not a file"]);
        expect(() => lookAtAnswers(pipe)).toThrow("not a file");
      } finally {
        server.close();
      }
    });

    test("follows a link to a file, and to nothing else", async () => {
      const link = (name: string, to: string) => {
        symlinkSync(to, join(files.folder, name));
        return join(files.folder, name);
      };
      const body = await files.answers.scan(link("to-file", files.write(wallet)), "wallet");
      expect([...readEntries(body)].flat()).toHaveLength(1);
      const nowhere = ["FILE_UNREADABLE: This link leads to no file"];
      expect(await refusals(link("dangling", join(files.folder, "none.json")))).toEqual(nowhere);
      expect(await refusals(link("loop", join(files.folder, "loop")))).toEqual(nowhere);
      expect(await refusals(link("to-device", "/dev/zero"))).toEqual(SPECIAL);
    });
  });
});

describe("saved records", () => {
  test("reads a user as returned by the login or the fetch, or alone", async () => {
    for (const content of [
      envelope({ user: wireUser() }),
      envelope({ user: wireLoginUser() }),
      JSON.stringify(wireUser()),
    ]) {
      const { record, content: kept } = await files.answers.readUser(files.write(content));
      expect(record.userID).toBe(12);
      expect(Buffer.from(kept).toString()).not.toContain("canary");
    }
  });

  test("reads a business", async () => {
    const { record } = await files.answers.readBusiness(files.write(envelope({ business: wireBusiness() })));
    expect(record.businessID).toBe(7);
  });

  test("refuses one in the place of the other, or a list as either", async () => {
    const user = files.write(envelope({ user: wireUser() }));
    expect(await failureOf(files.answers.readBusiness(user))).toMatchObject({
      code: "IMPORT_FORMAT",
      message: "The body holds a user record, not a business record",
    });
    expect(await failureOf(files.answers.readUser(files.write(wallet)))).toMatchObject({
      code: "IMPORT_FORMAT",
    });
    const missing = JSON.parse(envelope({ user: wireUser() })) as { data: { user: { name?: string } } };
    delete missing.data.user.name;
    expect(await failureOf(files.answers.readUser(files.write(JSON.stringify(missing))))).toMatchObject({
      code: "PAYLOAD_SCHEMA",
      facts: { field: "name" },
    });
  });
});
