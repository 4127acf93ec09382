import { describe, expect, it } from "vitest";
import {
  moveBy,
  nextWaiting,
  placeAfterLeaving,
} from "../../../src/renderer/features/exceptions/use-queue-rows.tsx";

describe("moving in the queue", () => {
  it("stays within it", () => {
    expect(moveBy(0, 1, 3)).toBe(1);
    expect(moveBy(2, 1, 3)).toBe(2);
    expect(moveBy(0, -1, 3)).toBe(0);
    expect(moveBy(-1, 1, 3)).toBe(0);
    expect(moveBy(-1, -1, 3)).toBe(2);
    expect(moveBy(5, 1, 0)).toBe(-1);
  });

  it("goes to the next open line, then starts again from the top", () => {
    const statuses = ["open", "explained", "reopened", "accepted", "raised"] as const;
    expect(nextWaiting(statuses, 0)).toBe(2);
    expect(nextWaiting(statuses, 2)).toBe(0);
    expect(nextWaiting(statuses, -1)).toBe(0);
  });

  it("finds none when the line itself is the only open one, or none is", () => {
    expect(nextWaiting(["explained", "open"], 1)).toBe(-1);
    expect(nextWaiting(["explained", "raised"], 0)).toBe(-1);
    expect(nextWaiting([], 0)).toBe(-1);
  });

  it("goes to the line that replaced one that left", () => {
    expect(placeAfterLeaving(1, 4)).toBe(1);
    expect(placeAfterLeaving(4, 4)).toBe(3);
    expect(placeAfterLeaving(-1, 4)).toBe(0);
    expect(placeAfterLeaving(0, 0)).toBe(-1);
  });
});
