import { expect, it } from "vitest";
import { isMeant } from "../../../src/renderer/app/dialogs/ledgers-dialog.tsx";

it.each([
  ["", true],
  ["bakare", true],
  ["  SONS ", true],
  ["clients/2026", true],
  ["adeyemi", false],
])("finds a ledger by part of its name or folder, in either case: %j", (typed, isSo) => {
  expect(isMeant("Bakare & Sons.tieout ~/Clients/2026", typed)).toBe(isSo);
});
