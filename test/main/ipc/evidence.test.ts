/** Evidence across the bridge: attached by handles, listed, withdrawn, saved where a person chose, viewed as a private copy. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { tamper } from "../ledger/made.ts";
import { Person } from "./opening.ts";

const OCTOBER = { kind: "month", month: "2026-10" as Month } as const;

async function handlesOf(person: Person, files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = temporaryFolder();
  person.chooses = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), Buffer.from(text, "latin1"));
    return join(folder, name);
  });
  const chosen = await person.call("files.chooseToOpen", { purpose: "evidence" });
  return chosen.files.map(({ handle }) => handle);
}

async function atLedger(host: "electron" | "browser" = "electron"): Promise<Person> {
  const person = await Person.open({ host });
  await person.call("ledger.open", { file: await person.choose(await ledgerToReview()) });
  return person;
}

const attaching = { subject: OCTOBER, note: "From the bank", by: "Ada Obi" };

test("is attached by handles, announced, saved as it was, and withdrawn", async () => {
  const person = await atLedger();
  const files = await handlesOf(person, { "a.pdf": "%PDF-1.7", "b.html": "<script>" });
  const { length } = person.events;
  const { evidence } = await person.call("evidence.attach", { files, ...attaching });
  expect(evidence).toMatchObject([
    { id: 1, name: "a.pdf", subject: OCTOBER, withdrawn: null },
    { id: 2, name: "b.html" },
  ]);
  expect(person.events.slice(length).map(({ event }) => event)).toContain("ledger.changed");
  expect(await person.call("evidence.list", {})).toEqual({ evidence });
  expect((await person.refused("evidence.attach", { files: ["x"], ...attaching })).code).toBe("IPC_INVALID");
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect((await person.refused("evidence.attach", { files: [unknown], ...attaching })).code).toBe(
    "IPC_FORBIDDEN",
  );
  // Where a person chose, over what stands there if they said so.
  person.saves = join(temporaryFolder(), "saved.html");
  writeFileSync(person.saves, "before");
  const target = (await person.call("files.chooseToSave", { purpose: "evidence", suggestedName: "b.html" }))
    .file?.handle;
  expect(await person.call("evidence.save", { id: 2, target: target ?? "" })).toMatchObject({
    name: "saved.html",
  });
  expect(readFileSync(person.saves, "utf8")).toBe("<script>");
  const withdrawn = await person.call("evidence.withdraw", { id: 1, note: "Not ours", by: "Ben" });
  expect(withdrawn.withdrawn).toMatchObject({ by: "Ben", note: "Not ours" });
});

test("is viewed as a private copy under a name of ours, which is gone once the app is", async () => {
  const person = await atLedger();
  const files = await handlesOf(person, { "$(reboot) `a`.PDF": "%PDF-1.7 rm -rf" });
  await person.call("evidence.attach", { files, ...attaching });
  await person.call("evidence.open", { id: 1 });
  const [path = ""] = person.viewed;
  expect(basename(path)).toBe("evidence 1.pdf");
  expect(dirname(dirname(path))).toBe(tmpdir());
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o400, 0o700]);
  expect(readFileSync(path, "latin1")).toBe("%PDF-1.7 rm -rf");
  await person.backend.close();
  expect(existsSync(dirname(path))).toBe(false);
});

test("is only saved where a viewer could run it, or where it is not what its name says", async () => {
  const person = await atLedger();
  const hostile = {
    "a.exe": "MZ",
    "b.pdf.exe": "%PDF-1.7",
    "c.html": "<script>",
    "d.svg": "<svg>",
    "e.pdf": "MZ\u0090",
    "f.png": "%PDF-1.5",
    "g.txt": "[Desktop Entry]\nExec=reboot",
    "h.txt": "#!/bin/sh",
    "i.eml": "a\u0000b",
    "j.docm": "PK",
    "k.lnk": "L",
    l: "x",
  };
  const files = await handlesOf(person, {
    ...hostile,
    "m.eml": "From: bank",
    "n.png": "\u0089PNG\r\n\u001a\n",
  });
  await person.call("evidence.attach", { files, ...attaching });
  const refused = [];
  for (let id = 1; id <= files.length; id += 1) {
    const reply = await person.backend.call("evidence.open", { id });
    if (!reply.ok) refused.push(`${id} ${reply.fault.code}`);
  }
  expect(refused).toEqual(Object.keys(hostile).map((_, at) => `${at + 1} EVIDENCE_NOT_OPENED`));
  expect(person.viewed.map((path) => basename(path))).toEqual(["evidence 13.eml", "evidence 14.png"]);
});

test("altered, it is neither viewed nor saved", async () => {
  const person = await atLedger();
  const files = await handlesOf(person, { "a.pdf": "%PDF-1.7" });
  await person.call("evidence.attach", { files, ...attaching });
  const ledger = person.backend.pathOf((await person.call("ledger.recent", {})).ledgers[0]?.handle ?? "");
  // Another file of the same length, packed as the ledger packs.
  tamper(ledger ?? "", "UPDATE attachment_chunk SET compressed = x'28b52ffd2008410000255044462d312e38'");
  person.saves = join(temporaryFolder(), "saved.pdf");
  const chosen = await person.call("files.chooseToSave", { purpose: "evidence", suggestedName: "a.pdf" });
  const target = chosen.file?.handle ?? "";
  expect((await person.refused("evidence.save", { id: 1, target })).code).toBe("AUDIT_MISMATCH");
  expect((await person.refused("evidence.open", { id: 1 })).code).toBe("AUDIT_MISMATCH");
  expect([existsSync(person.saves), person.viewed]).toEqual([false, []]);
});

test("in a browser it is fetched, and not opened", async () => {
  const person = await atLedger("browser");
  const files = await handlesOf(person, { "a.pdf": "%PDF-1.7" });
  await person.call("evidence.attach", { files, ...attaching });
  expect((await person.refused("evidence.open", { id: 1 })).code).toBe("IPC_FORBIDDEN");
});
