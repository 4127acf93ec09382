/** Files on their way to and from the page. */
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { fromBufferPromise } from "yauzl";
import { Shelf } from "../../src/main/backend/server/files.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { type TestHost, admitted, hostFetch, raw, startTestHost, statusOf } from "../helpers/host.ts";

const upload = async (
  { origin }: TestHost,
  filesKey: string,
  name: string,
  body: Uint8Array<ArrayBuffer> | string,
) => {
  const response = await hostFetch(`${origin}/files`, {
    method: "POST",
    headers: {
      Origin: origin,
      Authorization: `Bearer ${filesKey}`,
      "Content-Type": "application/octet-stream",
      "X-File-Name": encodeURIComponent(name),
    },
    body,
  });
  return { status: response.status, reply: await response.json() };
};

test("keeps an uploaded file under its name, byte for byte, for its owner only, and removes it on stopping", async () => {
  const host = await startTestHost();
  const { filesKey } = await admitted(host);
  const body = new Uint8Array(3_000_000).map((_, index) => index % 251);
  for (const name of ["wallet.json", "wallet.json"]) {
    const { status, reply } = await upload(host, filesKey, name, body);
    expect([status, reply]).toMatchObject([200, { ok: true, value: [{ name }] }]);
  }
  const paths = [...host.backend.paths.values()];
  expect(new Set(paths).size).toBe(2);
  for (const path of paths) {
    expect(readFileSync(path).equals(body)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(dirname(path))).mode & 0o777).toBe(0o700);
  }
  await host.stop();
  expect(paths.filter((path) => existsSync(dirname(dirname(path))))).toEqual([]);
});

test("keeps an uploaded ledger in the app's own folder, never over another one", async () => {
  const host = await startTestHost();
  const { filesKey } = await admitted(host);
  for (const body of ["one", "two"]) await upload(host, filesKey, "Books.tieout", body);
  await host.stop();
  const ledgers = join(host.dataFolder, "ledgers");
  expect(readdirSync(ledgers).toSorted()).toEqual(["Books 2.tieout", "Books.tieout"]);
  expect(readFileSync(join(ledgers, "Books.tieout"), "utf8")).toBe("one");
});

test("gives an uploaded ledger no name already in use, be it a dead link or the log of a deleted ledger", async () => {
  const host = await startTestHost();
  const { filesKey } = await admitted(host);
  const ledgers = join(host.dataFolder, "ledgers");
  mkdirSync(ledgers);
  symlinkSync("nowhere", join(ledgers, "Books.tieout"));
  writeFileSync(join(ledgers, "Books 2.tieout-wal"), "log");
  expect(await upload(host, filesKey, "Books.tieout", "one")).toMatchObject({
    reply: { ok: true, value: [{ name: "Books 3.tieout" }] },
  });
  expect(readdirSync(ledgers).toSorted()).toEqual(["Books 2.tieout-wal", "Books 3.tieout", "Books.tieout"]);
});

test("leaves alone what another program put in a file's place", async () => {
  const host = await startTestHost();
  const { filesKey } = await admitted(host);
  const place = join(host.dataFolder, "ledgers", "Books.tieout");
  const placing = vi.spyOn(Shelf.prototype, "placeForUpload").mockImplementationOnce(() => {
    mkdirSync(dirname(place));
    writeFileSync(place, "another's");
    return place;
  });
  onTestFinished(() => placing.mockRestore());
  expect(await upload(host, filesKey, "Books.tieout", "ours")).toMatchObject({
    reply: { ok: false, fault: { code: "FILE_UNREADABLE" } },
  });
  expect(readFileSync(place, "utf8")).toBe("another's");
});

test("accepts and gives nothing without a session", async () => {
  const host = await startTestHost();
  const { session, filesKey, window } = await admitted(host);
  const { value } = (await window.call("save", { purpose: "workbook", name: "October.xlsx" })) as {
    value: { handle: string };
  };
  writeFileSync(host.backend.paths.get(value.handle) ?? "", "workbook");
  const own = `Host: ${new URL(host.origin).host}\nOrigin: ${host.origin}\nConnection: close`;
  for (const authorization of [
    "",
    "Authorization: Bearer",
    "Authorization: Bearer x",
    `Authorization: ${filesKey}`,
    `Authorization: Basic ${filesKey}`,
    // Told on the way it would be worth more than it has to be.
    `Authorization: Bearer ${session}`,
    `Authorization: Bearer ${filesKey}x`,
    `Cookie: session=${filesKey}`,
  ]) {
    const headers = `${own}${authorization === "" ? "" : `\n${authorization}`}`;
    const post = `POST /files HTTP/1.1\n${headers}\nContent-Type: application/octet-stream\nContent-Length: 1\n\nx`;
    expect(statusOf(await raw(host.port, post))).toBe(401);
    expect(statusOf(await raw(host.port, `GET /files/${value.handle} HTTP/1.1\n${headers}\n\n`))).toBe(401);
  }
  expect(host.backend.paths.size).toBe(1);
});

test("leaves nothing of a file that is too large or cut off", async () => {
  const host = await startTestHost({ maxUploadBytes: 1000 });
  const { filesKey } = await admitted(host);
  expect((await upload(host, filesKey, "fits.json", "x".repeat(1000))).reply).toMatchObject({ ok: true });
  expect((await upload(host, filesKey, "large.json", "x".repeat(1001))).reply).toMatchObject({
    ok: false,
    fault: { code: "IMPORT_TOO_LARGE", file: "large.json" },
  });
  const [path = ""] = host.backend.paths.values();
  const own = `Host: ${new URL(host.origin).host}\nOrigin: ${host.origin}\nAuthorization: Bearer ${filesKey}`;
  const cut = `POST /files HTTP/1.1\n${own}\nContent-Type: application/octet-stream\nTransfer-Encoding: chunked\n\n5\nabcde\nzz`;
  await raw(host.port, cut);
  const files = () =>
    readdirSync(dirname(dirname(path)), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  // The host hears of the broken upload when it reads on, which may be after the answer.
  await expect.poll(files).toEqual(["fits.json"]);
  expect(host.backend.paths.size).toBe(1);
});

test("lets a page fetch only what was written for it, whatever handle it has", async () => {
  const host = await startTestHost();
  const { filesKey, window } = await admitted(host);
  const saved = async (purpose: string, name: string) => {
    const reply = (await window.call("save", { purpose, name })) as { value: { handle: string } };
    return { handle: reply.value.handle, path: host.backend.paths.get(reply.value.handle) ?? "" };
  };
  const get = async (handle: string) =>
    hostFetch(`${host.origin}/files/${handle}`, { headers: { Authorization: `Bearer ${filesKey}` } });

  const workbook = await saved("workbook", "Oktober „ä“ (2026)'s.xlsx");
  expect((await get(workbook.handle)).status).toBe(404);
  writeFileSync(workbook.path, "PK workbook");
  const response = await get(workbook.handle);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("PK workbook");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-length": "11",
    "content-disposition":
      "attachment; filename*=UTF-8''Oktober%20%E2%80%9E%C3%A4%E2%80%9C%20%282026%29%27s.xlsx",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  const backup = await saved("back-up", "Books.tieout");
  writeFileSync(backup.path, "SQLite");
  expect(await (await get(backup.handle)).text()).toBe("SQLite");

  const ledger = await saved("ledger", "October");
  expect(ledger.path).toBe(join(host.dataFolder, "ledgers", "October.tieout"));
  writeFileSync(ledger.path, "SQLite");
  expect((await get(ledger.handle)).status).toBe(404);
  await upload(host, filesKey, "wallet.json", "[]");
  for (const handle of host.backend.paths.keys()) {
    expect((await get(handle)).status === 200).toBe([workbook.handle, backup.handle].includes(handle));
  }
  for (const handle of ["", "%2e%2e%2f", encodeURIComponent(workbook.path), "x".repeat(90)]) {
    expect((await get(handle)).status).toBe(404);
  }
});

test("gives workbooks as one file that every system opens", async () => {
  const host = await startTestHost();
  const { filesKey, window } = await admitted(host);
  const reply = (await window.call("save", { purpose: "workbooks", name: "October" })) as {
    value: { handle: string };
  };
  const path = host.backend.paths.get(reply.value.handle) ?? "";
  expect(basename(path)).toBe("October.zip");
  mkdirSync(join(path, "folder"), { recursive: true });
  const tables: Record<string, Buffer> = {
    "wallet.csv": Buffer.from("walletID,payref\n".repeat(100_000)),
    "empty.csv": Buffer.alloc(0),
    "„ä“.json": randomBytes(300_000),
  };
  for (const [name, bytes] of Object.entries(tables)) writeFileSync(join(path, name), bytes);
  const response = await hostFetch(`${host.origin}/files/${reply.value.handle}`, {
    headers: { Authorization: `Bearer ${filesKey}` },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const zip = Buffer.from(await response.arrayBuffer());
  expect(zip.length).toBeLessThan(400_000);
  expect(await unzipped(zip)).toEqual(tables);
});

/** Reads it with a library that looks at every checksum's and length's own place. */
async function unzipped(zip: Buffer): Promise<Record<string, Buffer>> {
  const file = await fromBufferPromise(zip);
  const found: Record<string, Buffer> = {};
  for await (const entry of file.eachEntry()) {
    const stream = await file.openReadStreamPromise(entry);
    const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
    expect(entry.crc32).toBe(crc32(bytes));
    found[entry.fileName] = bytes;
  }
  return found;
}

test("a browser reveals nothing in a file manager, chooses no files and protects no secret", async () => {
  const host = await startTestHost();
  const { window } = await admitted(host);
  expect(await window.call("reveal", null)).toMatchObject({ ok: false, fault: { code: "IPC_FORBIDDEN" } });
  expect(await window.call("open", null)).toEqual({ ok: true, value: [] });
  const refused = await window.call("protect", null);
  expect(refused).toMatchObject({ ok: false, fault: { code: "SECRET_UNPROTECTED" } });
  expect(JSON.stringify(refused)).not.toContain("canary");
});

test("reserves a new ledger's place once, and reports a folder that cannot be made", () => {
  const folder = temporaryFolder();
  const shelf = new Shelf(folder);
  const places = ["October", "October.tieout", "October.TIEOUT"].map((name) =>
    shelf.placeFor("ledger", name),
  );
  expect(places.map((path) => basename(path))).toEqual([
    "October.tieout",
    "October 2.tieout",
    "October 3.tieout",
  ]);
  shelf.dispose();
  const file = join(folder, "file");
  writeFileSync(file, "");
  const blocked = new Shelf(file);
  expect(() => blocked.placeFor("ledger", "October")).toThrow(
    expect.objectContaining({ code: "EXPORT_TARGET", message: "The folder cannot be created: ENOTDIR" }),
  );
  blocked.dispose();
});
