import { describe, expect, it } from "vitest";
import {
  type FileToImport,
  chosenFiles,
  importFault,
  withFiles,
  withKind,
} from "../../../src/renderer/app/dialogs/import-dialog.tsx";

function file(handle: string, kind: FileToImport["kind"], name = `${handle}.json`): FileToImport {
  return { handle, name, where: "Downloads", bytes: 10, kind, problem: null };
}

describe("the files of an import", () => {
  it("are listed once each, as corrected", () => {
    const corrected = withKind([file("a", null)], "a", "wallet");
    const more = withFiles(corrected, [file("c", "user", "a.json"), file("b", "business")]);
    expect(more.map(({ handle, kind }) => [handle, kind])).toEqual([
      ["a", "wallet"],
      ["b", "business"],
    ]);
  });

  it("are imported when their content is chosen, and otherwise left out", () => {
    const files = [file("a", "wallet"), file("b", null), file("c", "wallet")];
    expect(chosenFiles(files)).toEqual([
      { file: "a", kind: "wallet" },
      { file: "c", kind: "wallet" },
    ]);
    expect(importFault(files)).toBeNull();
  });

  it("cannot be imported without one kind, or with two users", () => {
    expect(importFault([])).toBe("Choose the content of at least one file.");
    expect(importFault([file("a", null)])).toBe("Choose the content of at least one file.");
    expect(importFault([file("a", "user"), file("b", "user")])).toBe("Only one file can hold the user.");
  });

  it("that are not responses cannot be imported, and do not stop the others", () => {
    const bank = { ...file("a", null), problem: "bank.csv is not JSON; save the service's response" };
    expect(importFault([bank])).toBe("No file can be imported.");
    expect(importFault([bank, file("b", null)])).toBe("Choose the content of at least one file.");
    expect(importFault([bank, file("b", "wallet")])).toBeNull();
  });
});
