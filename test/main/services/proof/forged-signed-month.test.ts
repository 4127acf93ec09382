/** A signed month whose decisions, settings or frozen lines somebody wrote anew, in all links alike, with values that Tieout takes. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/core/canonical.ts";
import type { FrozenMonth, Month } from "../../../../src/core/review/close/close.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import {
  type ForgedLink,
  type Payload,
  fitTables,
  forgeTrail,
} from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords, signMonth } from "../../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;
const OCTOBER = "2026-10" as Month;

let folder = "";
let signed = "";
/** An exception of October that nobody decided on. */
let undecided = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-forged-month-"));
  const ledger = join(folder, "signed.tieout");
  const entries = wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at + 1) * DAY_MS,
    payref: at === 1 ? "PAY-1" : at === 3 ? "PAY-77" : "",
  }));
  await importRecords(ledger, entries, [sale(1, 200), sale(2, 90), sale(4, 60)], CONTEXT, folder);
  const words = { by: "Ada Obi", note: "Small amounts are not followed up." };
  await changeSettings(ledger, { decimals: 2, options: { tolerance: 3 }, ...words }, CONTEXT);
  const request = { ledger, period: null, options: {} };
  const errors = readReview(request, CONTEXT).findings.filter(({ finding }) => finding.severity === "error");
  const [first, second] = errors.map(({ finding }) => finding.fingerprint);
  if (first === undefined || second === undefined) throw new Error("October has two errors");
  undecided = second;
  const deciding = { ...request, status: "raised" as const, note: "Asked.", by: "Ada Obi" };
  await decide({ ...deciding, items: [{ fingerprint: first }] }, CONTEXT);
  await signMonth(ledger, OCTOBER);
  signed = ledger;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Forge = (links: ForgedLink[]) => void;

/** What the proof finds in a copy whose links were changed and whose tables and hashes fit. */
async function proven(forge: Forge): Promise<readonly string[]> {
  const ledger = join(folder, "forged.tieout");
  copyFileSync(signed, ledger);
  forgeTrail(ledger, (links, db) => {
    forge(links);
    fitTables(db, links);
  });
  const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  return problems.map(({ code, sentence }) => `${code} ${sentence}`);
}

function payloadOf(links: readonly ForgedLink[], kind: string): Payload {
  const link = links.find((one) => one.kind === kind);
  if (link === undefined) throw new Error(`there is a ${kind}`);
  return link.payload;
}

/** Writes the same into preparation and signature. */
function refrozen(edit: (frozen: FrozenMonth) => object): Forge {
  return (links) => {
    for (const { payload } of links) {
      const frozen = payload["frozen"] as unknown as FrozenMonth | null | undefined;
      if (frozen !== null && frozen !== undefined)
        payload["frozen"] = JSON.parse(JSON.stringify(edit(frozen))) as JsonValue;
    }
  };
}

const SIGNED =
  "AUDIT_MISMATCH October 2026 differs from what was signed when re-performed from the stored responses: ";
const OTHER_OPTIONS = "AUDIT_BROKEN October 2026 was prepared under other options than those in force";

test("verifies before it is forged", async () => {
  expect(await proven(() => {})).toEqual([]);
});

describe("a decision that counts in it", () => {
  test.each(["explained", "accepted", "open"])("is found with the status %s", async (status) => {
    const [found, ...others] = await proven((links) => {
      payloadOf(links, "decision")["status"] = status;
    });
    expect(found).toContain(SIGNED);
    expect(found).toContain("its exceptions have different decisions");
    expect(others).toEqual([]);
  });

  test("is found on another exception of the month", async () => {
    const found = await proven((links) => {
      payloadOf(links, "decision")["fingerprint"] = undecided;
    });
    expect(found).toEqual([
      `${SIGNED}its exceptions have different decisions; decision 1 belongs to another finding than it counts for`,
    ]);
  });

  const NOT_FROZEN = "the decisions on its exceptions were not frozen";
  test.each<[string, (links: ForgedLink[]) => void, string]>([
    ["another status", (links) => void (payloadOf(links, "decision")["status"] = "accepted"), NOT_FROZEN],
    [
      "another exception",
      (links) => void (payloadOf(links, "decision")["fingerprint"] = undecided),
      `${NOT_FROZEN}; decision 1 belongs to another finding than it counts for`,
    ],
  ])("is found with %s where the month does not record which decisions counted", async (_, edit, words) => {
    const found = await proven((links) => {
      refrozen((frozen) => ({ ...frozen, decisionsSha256: undefined }))(links);
      edit(links);
    });
    expect(found).toEqual([`${SIGNED}${words}`]);
  });
});

describe("settings that it was prepared under", () => {
  const isNamed = ({ kind, payload }: ForgedLink) => kind === "setting" && payload["by"] !== undefined;

  test("are found removed", async () => {
    const found = await proven((links) => {
      links.splice(links.findIndex(isNamed), 1);
    });
    expect(found).toContain(OTHER_OPTIONS);
  });

  test.each<[string, (payload: Payload) => void]>([
    ["decimals", (payload) => (payload["decimals"] = 1)],
    ["time zone", (payload) => (payload["timeZone"] = "Africa/Lagos")],
    ["tolerance", (payload) => ((payload["options"] as Payload)["tolerance"] = 0)],
    ["cut-off days", (payload) => ((payload["options"] as Payload)["cutoffDays"] = 4)],
    ["convention", (payload) => ((payload["options"] as Payload)["convention"] = "asset")],
    ["scope", (payload) => ((payload["options"] as Payload)["chainScope"] = "business")],
  ])("are found with another %s", async (_, edit) => {
    const found = await proven((links) => {
      const { payload } = links.find(isNamed) ?? { payload: {} };
      edit(payload);
    });
    expect(found).toContain(OTHER_OPTIONS);
  });

  test("may change later, also where it is prepared again from its preparation", async () => {
    const ledger = join(folder, "again.tieout");
    copyFileSync(signed, ledger);
    const month = { ledger, month: OCTOBER };
    await reopenMonth({ ...month, by: "Ada Obi", note: "Again" }, CONTEXT);
    const prepare = () => prepareMonth({ ...month, by: "Ada Obi", override: "So" }, CONTEXT);
    await prepare();
    await changeSettings(
      ledger,
      { timeZone: "Asia/Tokyo", decimals: 0, by: "Ada Obi", note: "As agreed" },
      CONTEXT,
    );
    await prepare();
    await signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT);
    await changeSettings(ledger, { decimals: 1, by: "Ada Obi", note: "As agreed" }, CONTEXT);
    expect((await verifyLedgerFile(ledger, null, CONTEXT)).problems).toEqual([]);
  });
});

describe("frozen figures that differ between preparation and signature", () => {
  const LINES = "the lines of outstanding items are not those that were signed";
  const PROOFS = "the three-way proofs are not those that were signed";
  test.each<[string, (frozen: FrozenMonth) => object, string]>([
    ["decimals", (frozen) => ({ ...frozen, decimals: 4 }), OTHER_OPTIONS],
    [
      "the sentence of what was overridden",
      (frozen) => ({
        ...frozen,
        overridden: frozen.overridden.map((one) => ({ ...one, sentence: "Nothing much" })),
      }),
      "the obstacles to preparing it are different",
    ],
    [
      "two lines of outstanding items that cancel out",
      (frozen) => {
        const [one] = frozen.outstanding;
        const [more, less] = [1, -1].map((sign) => ({ ...one, items: 0, amount: sign * 1e9 }));
        return { ...frozen, outstanding: [more, less, ...frozen.outstanding] };
      },
      LINES,
    ],
    [
      "lines of outstanding items without any",
      (frozen) => ({ ...frozen, outstanding: frozen.outstanding.filter(({ items }) => items !== 0) }),
      LINES,
    ],
    [
      "the currency of outstanding items",
      (frozen) => ({
        ...frozen,
        outstanding: frozen.outstanding.map((one) => ({ ...one, currency: undefined })),
      }),
      LINES,
    ],
    [
      "how outstanding items came about",
      (frozen) => ({
        ...frozen,
        outstanding: frozen.outstanding.map((one) => ({ ...one, roll: undefined })),
      }),
      LINES,
    ],
    ["no three-way proof", (frozen) => ({ ...frozen, proofs: undefined }), PROOFS],
  ])("are found: %s", async (_, edit, words) => {
    const found = await proven(refrozen(edit));
    expect(found.join("\n")).toContain(words);
  });

  test("are not reported where only the version's name differs, as docs/not-proven.md says", async () => {
    expect(await proven(refrozen((frozen) => ({ ...frozen, appVersion: "7.7.7" })))).toEqual([]);
  });
});
