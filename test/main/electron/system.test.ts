/** What the app asks of the system: dialogs for files, boxes for faults, the task bar. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { type RunningApp, appOfFile, startApp } from "./app.ts";

type Chosen = { readonly file: { readonly name: string } | null };

async function saveAs(app: RunningApp, purpose: string, suggestedName: string): Promise<string | null> {
  const reply = await app.call<Chosen>("files.chooseToSave", { purpose, suggestedName });
  if (!reply.ok) throw new Error(reply.fault.sentence);
  return reply.value.file?.name ?? null;
}

/** Choosing files changes nothing about the app: the tests of it share one. */
const shared = appOfFile();

/** The shared app, and what it asks of the system from now on. */
async function asking(): Promise<{ app: RunningApp; dialogs: () => Promise<readonly object[]> }> {
  const app = shared();
  const { length } = (await app.act("seen")).dialogs;
  return { app, dialogs: async () => (await app.act("seen")).dialogs.slice(length) };
}

describe("choosing where to write", () => {
  test.each([
    ["ledger", "tieout"],
    ["workbook", "xlsx"],
    ["table", "csv"],
    ["tables", "zip"],
    ["back-up", "tieout"],
  ])(
    "gives a %s the ending .%s, also where the system leaves that to the person",
    async (purpose, ending) => {
      const { app, dialogs } = await asking();
      const folder = temporaryFolder();
      await app.act("answer", join(folder, "October"), join(folder, `Other.${ending.toUpperCase()}`));
      expect(await saveAs(app, purpose, "October")).toBe(`October.${ending}`);
      expect(await saveAs(app, purpose, "Other")).toBe(`Other.${ending.toUpperCase()}`);
      expect(await dialogs()).toMatchObject([
        {
          options: {
            filters: [{ extensions: [ending] }],
            properties: ["createDirectory", "showOverwriteConfirmation"],
          },
        },
        {},
      ]);
    },
  );

  test("asks before replacing a file that only the added ending names", async () => {
    const { app, dialogs } = await asking();
    const folder = temporaryFolder();
    writeFileSync(join(folder, "October.xlsx"), "there");
    await app.act("answer", join(folder, "October"), join(folder, "November"));
    expect(await saveAs(app, "workbook", "October")).toBe("November.xlsx");
    expect((await dialogs())[1]).toMatchObject({ options: { defaultPath: join(folder, "October.xlsx") } });
  });

  test("writes workbooks to a folder, and nothing when nothing is chosen", async () => {
    const { app, dialogs } = await asking();
    const folder = temporaryFolder();
    await app.act("answer", [folder]);
    expect(await saveAs(app, "workbooks", "October")).toBe(folder.split("/").at(-1));
    expect(await saveAs(app, "workbooks", "October")).toBeNull();
    expect(await saveAs(app, "workbook", "October")).toBeNull();
    expect((await dialogs())[0]).toMatchObject({
      kind: "showOpenDialog",
      options: { properties: ["openDirectory", "createDirectory"] },
    });
  });
});

test("allows several saved responses, but one ledger", async () => {
  const { app, dialogs } = await asking();
  const [one, two] = ["one.json", "two.json"].map((name) => join(temporaryFolder(), name));
  await app.act("answer", [one, two]);
  const chosen = await app.call("files.chooseToOpen", { purpose: "answers" });
  expect(chosen).toMatchObject({ ok: true, value: { files: [{ name: "one.json" }, { name: "two.json" }] } });
  expect(await app.call("files.chooseToOpen", { purpose: "ledger" })).toEqual({
    ok: true,
    value: { files: [] },
  });
  expect(await dialogs()).toMatchObject([
    { options: { properties: ["openFile", "multiSelections"] } },
    { options: { properties: ["openFile"], filters: [{ extensions: ["tieout"] }, { extensions: ["*"] }] } },
  ]);
});

test("reports a defect in one box, without its text or its location, and keeps running", async () => {
  const app = await startApp();
  await app.act("fail", "secret-in-a-message");
  await app.act("fail", "another");
  await vi.waitFor(async () => expect((await app.act("seen")).dialogs.length).toBeGreaterThan(0));
  const told = JSON.stringify((await app.act("seen")).dialogs);
  expect(told).toContain("DEFECT");
  expect(told).not.toMatch(/secret-in-a-message|another| at .*:\d+/u);
  expect(await app.call("app.describe")).toMatchObject({ ok: true });
});

test.runIf(IS_EXHAUSTIVE)("macOS: shows work in progress on the close button and the dock", async () => {
  const app = await startApp({ platform: "darwin" });
  await app.call("sandbox.fill", { entries: 3000 });
  await vi.waitFor(async () => expect(await app.act("window")).toMatchObject({ isEdited: true }), {
    interval: 5,
  });
  await vi.waitFor(
    async () => expect(await app.act("window")).toMatchObject({ isEdited: false, progress: -1 }),
    {
      timeout: 40_000,
    },
  );
});
