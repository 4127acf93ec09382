import { describe, expect, it } from "vitest";
import { KeyReader, chordOf, keyLabels } from "../../../src/renderer/ui/keys.ts";

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("a pressed key", () => {
  it.each([
    [{ key: "j" }, "j"],
    [{ key: "J" }, "j"],
    [{ key: "J", shiftKey: true }, "Shift+J"],
    [{ key: "?", shiftKey: true }, "?"],
    [{ key: "/" }, "/"],
    [{ key: "/", shiftKey: true }, "/"],
    [{ key: "z", ctrlKey: true }, "Mod+Z"],
    [{ key: "Z", ctrlKey: true, shiftKey: true }, "Mod+Shift+Z"],
    [{ key: ",", ctrlKey: true }, "Mod+,"],
    [{ key: "[", ctrlKey: true, altKey: true }, "["],
    [{ key: "o", metaKey: true }, "Meta+O"],
    [{ key: "ArrowDown", shiftKey: true }, "Shift+ArrowDown"],
    [{ key: " " }, "Space"],
    [{ key: "Shift", shiftKey: true }, null],
  ] as const)("reads %o as the chord %s", (pressed, chord) => {
    expect(chordOf({ ...NONE, ...pressed }, false)).toBe(chord);
  });

  it("takes Cmd for Ctrl on Apple machines, and Ctrl for another key", () => {
    expect(chordOf({ ...NONE, key: "o", metaKey: true }, true)).toBe("Mod+O");
    expect(chordOf({ ...NONE, key: "o", ctrlKey: true }, true)).toBe("Ctrl+O");
  });
});

describe("reading keys", () => {
  const SHORTCUTS = ["g o", "g w", "j", "Mod+Z"];

  it("recognises a sequence by its second chord, which must come soon", () => {
    const reader = new KeyReader();
    expect(reader.read("g", 0, SHORTCUTS)).toBe("pending");
    expect(reader.read("w", 1200, SHORTCUTS)).toEqual({ shortcut: "g w" });
    expect(reader.read("g", 2000, SHORTCUTS)).toBe("pending");
    expect(reader.read("w", 3201, SHORTCUTS)).toBeNull();
  });

  it("reads a second chord that ends no sequence as its own", () => {
    const reader = new KeyReader();
    reader.read("g", 0, SHORTCUTS);
    expect(reader.read("j", 1, SHORTCUTS)).toEqual({ shortcut: "j" });
    expect(reader.read("o", 2, SHORTCUTS)).toBeNull();
  });

  it("starts again with the same first chord", () => {
    const reader = new KeyReader();
    reader.read("g", 0, SHORTCUTS);
    expect(reader.read("g", 1, SHORTCUTS)).toBe("pending");
    expect(reader.read("o", 2, SHORTCUTS)).toEqual({ shortcut: "g o" });
  });
});

describe("writing keys", () => {
  it("shows them as each platform does", () => {
    expect(keyLabels("Mod+Shift+Z", false)).toBe("Ctrl+Shift+Z");
    expect(keyLabels("Mod+Shift+Z", true)).toBe("⌘⇧Z");
    expect(keyLabels("g o", false)).toBe("g o");
    expect(keyLabels("ArrowDown", false)).toBe("↓");
    expect(keyLabels("Mod++", false)).toBe("Ctrl++");
  });
});
