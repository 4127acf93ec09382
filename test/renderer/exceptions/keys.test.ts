import { describe, expect, it } from "vitest";
import { QUEUE_KEYS } from "../../../src/renderer/features/exceptions/use-queue-keys.ts";
import { type Pressed, chordOf } from "../../../src/renderer/ui/keys.ts";

const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe("the keys of the queue", () => {
  it("are all different", () => {
    const keys = Object.values(QUEUE_KEYS).map(({ keys: one }) => one);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ["next", press("j"), press("j")],
    ["explained", press("e"), press("e")],
    ["redo", press("U", { shiftKey: true }), press("U", { shiftKey: true })],
    ["selectRange", press("X", { shiftKey: true }), press("X", { shiftKey: true })],
    ["selectAll", press("a", { ctrlKey: true }), press("a", { metaKey: true })],
    ["search", press("/"), press("/", { shiftKey: true })],
    ["open", press("Enter"), press("Enter")],
    ["clear", press("Escape"), press("Escape")],
  ] as const)("%s is the key that gives it, also on Apple machines", (command, elsewhere, apple) => {
    expect(chordOf(elsewhere, false)).toBe(QUEUE_KEYS[command].keys);
    expect(chordOf(apple, true)).toBe(QUEUE_KEYS[command].keys);
  });
});
