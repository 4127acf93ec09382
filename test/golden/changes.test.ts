import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CHANGES, FIRST, applied, movesBetween, parseChanges, recorded } from "./changes.ts";
import { shownMoves } from "./show.ts";

const [A, B, C] = ["a", "b", "c"].map((digit) => digit.repeat(64)) as [string, string, string];
const NONE = "none".padEnd(64);
const FIRST_SHA256 = "0a0977782382963c0d14676f9687a79fb9a7ac9bac644a582683705cb2c0812d";

test("golden/CHANGES leads from the first corpus, which nobody edits, to the present one", () => {
  expect(hash("sha256", readFileSync(FIRST, "utf8"), "hex")).toBe(FIRST_SHA256);
  expect(recorded().size).toBeGreaterThan(2000);
  expect(readFileSync(CHANGES, "utf8")).toMatch(/^What moved since golden\/first\.json/u);
});

test("changes follow one another, and outputs come and go", () => {
  const changes = parseChanges(
    `Of a file.\n\n## Say it shorter.\n\n${A} ${B} w/check.txt\n${NONE} ${A} w/new.json\n\n## Drop it.\n\n${B} ${NONE} w/check.txt\n`,
  );
  expect(changes.map(({ why }) => why)).toEqual(["Say it shorter.", "Drop it."]);
  const now = applied(new Map([["w/check.txt", A]]), changes);
  expect(now).toEqual(new Map([["w/new.json", A]]));
  expect(movesBetween(new Map([["w/check.txt", A]]), now)).toEqual([
    { name: "w/check.txt", before: A, after: null },
    { name: "w/new.json", before: null, after: A },
  ]);
});

test("a change that starts from another digest, says nothing or moves nothing is refused", () => {
  const first = new Map([["w/check.txt", C]]);
  const of = (text: string) => () => applied(first, parseChanges(text));
  expect(of(`## Say it shorter.\n\n${A} ${B} w/check.txt\n`)).toThrow(`w/check.txt was ${C}, not ${A}`);
  expect(of(`## Say it shorter.\n\n${NONE} ${B} w/check.txt\n`)).toThrow(`was ${C}, not none`);
  expect(of(`## Shorter\n\n${C} ${B} w/check.txt\n`)).toThrow(`"Shorter" is no sentence`);
  expect(of(`## Say it shorter.\n\n`)).toThrow("nothing moved");
  expect(of(`## Say it shorter.\n\n${C} ${C} w/check.txt\n`)).toThrow("names no change");
  expect(of(`## Say it shorter.\n\n${C} ${B.slice(1)} w/check.txt\n`)).toThrow("names no change");
});

test("shows lines that changed alike once, and says where else they did", () => {
  const folder = mkdtempSync(join(tmpdir(), "tieout-golden-test-"));
  const write = (side: string, name: string, text: string) => {
    mkdirSync(dirname(join(folder, side, name)), { recursive: true });
    writeFileSync(join(folder, side, name), text);
  };
  try {
    for (const [world, amount] of [
      ["w1", "1,200"],
      ["w2", "17"],
    ] as const) {
      write("before", `${world}/check.txt`, `First\nis off by ${amount}\nLast\n`);
      write("after", `${world}/check.txt`, `First\n${amount} too high\nLast\n`);
    }
    for (const [side, digest] of [
      ["before", A],
      ["after", B],
    ] as const) {
      write(side, "w1/trail/007-run", "The same\n");
      write(side, "w2/csv", `${digest}  C1.csv\n`);
    }
    write("after", "w2/new.txt", "New\n");
    const names = ["w1/check.txt", "w1/trail/007-run", "w2/check.txt", "w2/csv", "w2/new.txt"];
    const folders = {
      before: join(folder, "before"),
      after: join(folder, "after"),
      work: join(folder, "work"),
    };
    const shown = shownMoves(
      names.map((name) => ({ name, before: A, after: B })),
      folders,
      false,
    );
    expect(shown).toBe(
      [
        "w1/check.txt (and 1 more like it: check.txt in w2)",
        "    -is off by 1,200",
        "    +1,200 too high",
        "",
        "w2/new.txt",
        "    +New",
        "",
        "Moved by places of cells, hashes or sizes alone: trail/…-run in w1; csv in w2",
        "",
      ].join("\n"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
