import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { CONTRACT, type Parsed } from "../../../src/ipc/contract.ts";
import { METHODS } from "../../../src/ipc/methods.ts";
import { placesOf } from "../../../src/main/services/shared/defect.ts";
import { dispatch, type Handlers } from "../../../src/main/backend/backend.ts";
import { Person } from "./opening.ts";

/** Handlers that must not be reached, but for those given. */
function handlersWith(some: Partial<Handlers>): Handlers {
  const none = Object.fromEntries(
    METHODS.map((method) => [
      method,
      () => {
        throw new Error(`${method} was reached`);
      },
    ]),
  );
  return { ...none, ...some } as unknown as Handlers;
}

const defects: unknown[] = [];
const call = async (method: string, input: unknown, some: Partial<Handlers> = {}) =>
  dispatch(handlersWith(some), method, input, (error) => defects.push(error));

/** What is refused as wrong; the field that is named. */
async function refusedField(method: string, input: unknown): Promise<string | null> {
  const reply = await call(method, input);
  if (reply.ok) throw new Error("it was taken");
  expect(reply.fault).toMatchObject({ code: "IPC_INVALID", file: null });
  return reply.fault.field;
}

const LARGE = "x".repeat(100_000_000);
const nest = (levels: number): unknown => {
  let inner: unknown = "end";
  for (let level = 0; level < levels; level += 1) inner = { a: inner };
  return inner;
};

describe("case 50: the contract checks what the window sends", () => {
  test.each(METHODS)("%s refuses every input of another shape", async (method) => {
    const wrong = [undefined, null, 1, "text", true, [], [{}], new Map(), new Date(0), () => 1, Symbol("x")];
    for (const input of wrong) await refusedField(method, input);
    expect(await refusedField(method, { surplus: 1 })).not.toBeNull();
    expect(defects).toEqual([]);
  });

  test.each(METHODS)("%s refuses a text of 100 MB, whatever its key", async (method) => {
    const keys = ["surplus", ...Object.keys((CONTRACT[method].input as { shape?: object }).shape ?? {})];
    const inputs = [...keys.map((key) => ({ [key]: LARGE })), LARGE, { [LARGE]: 1 }];
    expect.assertions(inputs.length);
    for (const input of inputs) await refusedField(method, input);
  });

  test("refuses unknown methods, also names that every object has", async () => {
    for (const name of ["", "ledger", "constructor", "__proto__", "toString", "hasOwnProperty", LARGE]) {
      expect(await refusedField(name, {})).toBe("method");
    }
    expect(await refusedField(1 as unknown as string, {})).toBe("method");
  });

  test.each([
    ["ledger.open", {}, "file"],
    ["ledger.open", { file: "/etc/passwd" }, "file"],
    ["ledger.open", { file: "../x" }, "file"],
    ["ledger.open", { file: "00000000-0000-4000-8000-000000000000", more: 1 }, "more"],
    ["preferences.change", { theme: "pink" }, "theme"],
    ["preferences.change", { reviewer: "x".repeat(201) }, "reviewer"],
    ["files.chooseToOpen", { purpose: 5 }, "purpose"],
    ["ledger.changeSettings", { timeZone: "Mars/Phobos" }, "timeZone"],
    ["ledger.changeSettings", { decimals: 7 }, "decimals"],
    ["ledger.changeSettings", { decimals: 0.5 }, "decimals"],
    ["ledger.changeSettings", { options: { tolerance: -1 }, by: "Ada Obi", note: "" }, "options.convention"],
    ["check.read", { snapshot: "s", table: "entries", from: 0, count: 50_001 }, "count"],
    ["check.read", { snapshot: "s", table: "entries", from: NaN, count: 1 }, "from"],
    ["check.read", { snapshot: "s", table: "__proto__", from: 0, count: 1 }, "table"],
    ["sandbox.fill", { entries: 1_000_001 }, "entries"],
    ["sandbox.fill", { entries: "300" }, "entries"],
    ["activity.list", { before: -1, count: 1 }, "before"],
    ["review.undo", { items: [], note: "", by: "" }, "items"],
    [
      "review.undo",
      {
        items: [
          { fingerprint: "0".repeat(64), seen: null },
          { fingerprint: "0x", seen: null },
        ],
        note: "",
        by: "",
      },
      "items.1.fingerprint",
    ],
    ["review.proposals", { period: { from: "2026-02-31", to: null }, options: {} }, "period.from"],
  ])("%s names the wrong key: %j → %s", async (method, input, field) => {
    expect(await refusedField(method, input)).toBe(field);
  });

  test("refuses too many values or levels, circles, buffers and other objects, a long list without a walk", async () => {
    let looked = 0;
    const many = Array.from({ length: 1_000_001 }, () => 0);
    Object.defineProperty(many, 500_000, {
      get: () => {
        looked += 1;
        return 0;
      },
    });
    const sparse: unknown[] = [];
    sparse.length = 4_000_000_000;
    const circle: Record<string, unknown> = {};
    circle["items"] = circle;
    const inputs = [
      { items: many },
      { items: sparse },
      { items: new Float64Array(20_000_000) },
      nest(100_000),
      circle,
      { items: new Map([["a", 1]]) },
      { items: Array.from({ length: 400_000 }, () => [0, 0]) },
    ];
    for (const input of inputs) await refusedField("review.undo", input);
    expect(looked).toBe(0);
  });

  test("refuses a key of the prototype's name", async () => {
    const input = JSON.parse('{"__proto__": {"reviewer": "x"}, "theme": "dark"}') as unknown;
    const reply = await call("preferences.change", input, {
      "preferences.change": (change: Parsed<"preferences.change">) => {
        expect(change.reviewer).toBeUndefined();
        return {
          theme: "dark",
          contrast: "system",
          reviewer: "",
          filters: [],
          columns: [],
          dueDay: null,
          backups: { every: "never", keep: 1 },
        };
      },
    });
    expect(reply.ok ? "taken" : reply.fault.code).toMatch(/taken|IPC_INVALID/u);
    expect(({} as Record<string, unknown>)["reviewer"]).toBeUndefined();
  });

  test("takes a change of one preference as that alone, so that the others stay", async () => {
    const changed: unknown[] = [];
    await call(
      "preferences.change",
      { theme: "dark" },
      {
        "preferences.change": (change: Parsed<"preferences.change">) => {
          changed.push(change);
          throw new Error("kept nowhere here");
        },
      },
    );
    expect(changed).toEqual([{ theme: "dark" }]);
  });

  test("never quotes what it refuses: it may be a misplaced secret", async () => {
    const secret = "canary-key-11";
    const inputs = [
      { baseUrl: 1, secretKey: secret },
      { baseUrl: "", pathPrefix: "", authForm: secret, secretKey: "", appId: "", phone: "", password: "" },
      {
        baseUrl: "",
        pathPrefix: "",
        authForm: "key",
        secretKey: { secret },
        appId: "",
        phone: "",
        password: "",
      },
    ];
    for (const input of inputs) {
      const reply = await call("connection.save", input);
      expect(JSON.stringify(reply)).toContain("IPC_INVALID");
      expect(JSON.stringify(reply)).not.toContain(secret);
    }
  });
});

describe("replies", () => {
  const describing = (value: unknown): Partial<Handlers> => ({ "app.describe": () => value });
  const facts = {
    version: "1",
    host: "electron",
    platform: "linux",
    preferences: {
      theme: "system",
      contrast: "system",
      reviewer: "",
      filters: [],
      columns: [],
      noteTemplates: [],
      dueDay: null,
      csv: { separator: "comma", decimalMark: "point" },
      auditData: false,
      backups: { every: "day", keep: 14 },
    },
  };

  test("case 52: drops a key that the contract does not declare", async () => {
    const reply = await call("app.describe", {}, describing({ ...facts, secretKey: "canary-key-11" }));
    expect(reply).toEqual({ ok: true, value: facts });
  });

  test("reports a value of another shape as a defect, without its content", async () => {
    const seen = defects.length;
    const reply = await call("app.describe", {}, describing({ ...facts, host: "canary-key-11" }));
    expect(reply).toMatchObject({ ok: false, fault: { code: "DEFECT", file: null, field: null } });
    expect(JSON.stringify(reply)).not.toContain("canary");
    expect(defects).toHaveLength(seen + 1);
  });

  test("reports an unexpected failure as a defect without its text, and an expected one with code and place", async () => {
    const failing = (error: unknown): Partial<Handlers> => ({
      "app.describe": () => {
        throw error;
      },
    });
    const defect = await call("app.describe", {}, failing(new Error("canary-key-11 at /home/ada")));
    expect(JSON.stringify(defect)).not.toMatch(/canary|ada/u);
    for (const odd of [null, undefined, "text", { message: "canary" }]) {
      expect(await call("app.describe", {}, failing(odd))).toMatchObject({ fault: { code: "DEFECT" } });
    }
    const expected = new TieoutError("LEDGER_BUSY", "Busy", { file: "x.tieout", record: "pull 1" });
    expect(await call("app.describe", {}, failing(expected))).toMatchObject({
      ok: false,
      fault: { code: "LEDGER_BUSY", sentence: "Busy", file: "x.tieout", record: "pull 1", field: null },
    });
  });
});

describe("a defect in the app", () => {
  test("is logged with its places, and never with its text", async () => {
    const person = await Person.open();
    person.saves = 7 as unknown as string;
    const fault = await person.refused("files.chooseToSave", {
      purpose: "workbook",
      suggestedName: "October",
    });
    expect(fault.code).toBe("DEFECT");
    const noted = readFileSync(join(person.dataFolder, "defects.txt"), "utf8");
    expect(noted).toMatch(/^2026-11-21T12:00:00\.000Z\n(?: +at .*\n)* +at Handles\.issue .*:\d+:\d+/u);
    expect(noted).not.toMatch(/TypeError|argument/u);
    const odd = new Error("canary\n    at canary (/home/ada/canary-key-11:1:1)");
    expect(placesOf(odd)).toContain("dispatch.test.ts");
    expect(placesOf(odd)).not.toContain("canary");
  });
});
