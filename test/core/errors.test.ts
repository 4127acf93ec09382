import { inspect } from "node:util";
import { ERROR_CODES } from "../../src/core/error-codes.ts";
import { describe, expect, test } from "vitest";
import { TieoutError, formatError } from "../../src/core/errors.ts";
import { remedyFor } from "../../src/core/remedies.ts";

describe("errors", () => {
  test("prints a line of code, sentence and place", () => {
    const facts = { file: "wallet.json", record: "walletID 77", field: "balance" };
    expect(formatError(new TieoutError("PAYLOAD_AMOUNT", "1.5 is not an integer", facts))).toBe(
      "PAYLOAD_AMOUNT: 1.5 is not an integer (wallet.json, walletID 77, balance)",
    );
    expect(formatError(new TieoutError("NET_TIMEOUT", "Too late"))).toBe("NET_TIMEOUT: Too late");
    expect(formatError(new TieoutError("USAGE", "No", { file: "", field: "x" }))).toBe("USAGE: No (x)");
  });

  test("stays on one harmless line, whatever a file is called", () => {
    const line = formatError(
      new TieoutError("FILE_UNREADABLE", "It is\r\n gone", { file: "a\n\u001b[2J\u0085\u2028b.json" }),
    );
    expect(line).toBe("FILE_UNREADABLE: It is gone (a [2J b.json)");
  });

  test("keeps a cause for developers, and never shows it", () => {
    const cause = new Error("inner");
    const error = new TieoutError("LEDGER_CORRUPT", "Broken", {}, cause);
    expect(error.cause).toBe(cause);
    expect(formatError(error)).not.toContain("inner");
    expect(new TieoutError("LEDGER_CORRUPT", "Broken")).not.toHaveProperty("cause");
    expect(inspect(error)).toContain("TieoutError: Broken");
  });
});

describe("remedies", () => {
  test.each(ERROR_CODES)("%s has a remedy of one or two sentences", (code) => {
    const remedy = remedyFor(code);
    expect(remedy).toMatch(/^[A-Z][^\n]*\.(?: |$)|^See --help\.$/u);
    expect(remedy.endsWith(".")).toBe(true);
    expect(remedy.length).toBeLessThan(250);
    expect(remedy).not.toMatch(/ {2}|undefined|[!?]/u);
  });

  test("a timeout's remedy says what to do, not once more what happened", () => {
    expect(remedyFor("NET_TIMEOUT")).toBe("Nothing was changed. Try again.");
  });

  test("lists no code twice", () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });
});
