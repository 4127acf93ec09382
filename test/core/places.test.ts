/** The machine's clock, zone and language change nothing: cases 84 and 85 of the faults. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { COMPILED } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";
import { someOf } from "../helpers/exhaustive.ts";

const CHILD = join(import.meta.dirname, "../helpers/children/printing-child.ts");

const PLACES: readonly { readonly TZ: string; readonly LANG: string }[] = [
  { TZ: "UTC", LANG: "C" },
  { TZ: "Asia/Tokyo", LANG: "ja_JP.UTF-8" },
  { TZ: "America/New_York", LANG: "en_US.UTF-8" },
  { TZ: "Europe/Berlin", LANG: "de_DE.UTF-8" },
  { TZ: "Europe/Istanbul", LANG: "tr_TR.UTF-8" },
  { TZ: "Africa/Cairo", LANG: "ar_EG.UTF-8" },
  { TZ: "Asia/Kathmandu", LANG: "ne_NP.UTF-8" },
];

const tried = someOf(PLACES, 2);

const environment = (place: (typeof PLACES)[number]) => ({ ...place, LC_ALL: place.LANG });

describe("case 84 and 85", () => {
  let printed: { readonly own: string; readonly rest: string }[] = [];
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "tieout-places-"));
    const files = [join(folder, "wallet.json"), join(folder, "transactions.json")] as const;
    const entries = wallet([500, -200, 300, 90], (at) => ({ payref: at === 2 ? "pay-1" : "" }));
    writeFileSync(files[0], walletBody(entries));
    writeFileSync(files[1], transactionsBody([sale(1, 500, { traderStatus: "SELLER" }), sale(2, 90)]));
    printed = tried.map((place) => {
      const { stdout, stderr } = spawnSync(process.execPath, [CHILD, ...files], {
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILED, ...environment(place) },
        encoding: "utf8",
      });
      if (stderr !== "") throw new Error(stderr);
      const [own = "", ...rest] = stdout.split("\n");
      return { own, rest: rest.join("\n") };
    });
    rmSync(folder, { recursive: true });
  });

  test("the places are real: a process there has another zone and another language", () => {
    expect(new Set(printed.map(({ own }) => own)).size).toBe(tried.length);
  });

  test("core and command line write the same bytes in all of them, also of a period", () => {
    const [{ rest } = { rest: "" }, ...others] = printed;
    expect(rest.length).toBeGreaterThan(5000);
    // Both checks ended, and found something.
    expect(rest.match(/^status 1$/gmu)).toHaveLength(2);
    expect(rest).toContain('"schema":"tieout.check');
    for (const other of others) expect(other.rest).toBe(rest);
  });
});
