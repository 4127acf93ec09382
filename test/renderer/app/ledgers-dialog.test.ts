import { expect, it } from "vitest";
import { isMeant } from "../../../src/renderer/app/dialogs/ledgers-dialog.tsx";

it.each([
  ["", true],
  ["bakare", true],
  ["  SONS ", true],
  ["clients/2026", true],
  ["adeyemi", false],
])("a ledger is meant by part of its name or folder, letters small or great: %j", (typed, isSo) => {
  expect(isMeant("Bakare & Sons.tieout ~/Clients/2026", typed)).toBe(isSo);
});
