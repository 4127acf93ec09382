import { describe, expect, test } from "vitest";
import { hiddenSigns, shownText } from "../../../src/renderer/grid/shown-text.ts";
import { keepLayout, readLayout } from "../../../src/renderer/grid/column-defs.ts";

describe("case 55: text from outside in a cell", () => {
  test("shows control characters as pictures, and all else as it is", () => {
    expect(shownText("a\r\nb\tc\u0007\u007F\u0085d")).toBe("a↵↵b⇥c␇␡␦d");
    expect(shownText("<b>'; DROP TABLE--\u202E")).toBe("<b>'; DROP TABLE--\u202E");
  });

  test("is cut where it is very long", () => {
    expect(shownText("x".repeat(100_000))).toBe(`${"x".repeat(300)}…`);
    expect(shownText("x".repeat(300))).toBe("x".repeat(300));
  });

  test("lists its invisible characters, once each", () => {
    expect(hiddenSigns("a\u202Eb\u202Ec\u200B\u0007")).toStrictEqual(["U+202E", "U+200B", "U+0007"]);
    expect(hiddenSigns("plain\ntext\twith é and 漢")).toStrictEqual([]);
  });
});

describe("the columns as they were left", () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };

  test("come back, separately for each grid", () => {
    const here = storage();
    const layout = [{ id: "walletID", width: 70 }, { id: "payID" }];
    keepLayout(here, "wallet", layout);
    expect(readLayout(here, "wallet")).toStrictEqual(layout);
    expect(readLayout(here, "transactions")).toBeNull();
  });

  test.each([
    "{",
    "null",
    "[]",
    "[1]",
    '[{"width":80}]',
    '[{"id":"a","width":1e9}]',
    '[{"id":1,"width":80}]',
  ])("are the defaults where %s was kept", (kept) => {
    expect(readLayout({ getItem: () => kept }, "wallet")).toBeNull();
  });

  test("still work where nothing can be stored", () => {
    const full = {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("full");
      },
    };
    keepLayout(full, "wallet", [{ id: "a", width: 80 }]);
    expect(readLayout(full, "wallet")).toBeNull();
  });
});
