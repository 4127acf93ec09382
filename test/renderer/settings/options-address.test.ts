import { describe, expect, it } from "vitest";
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { optionsFrom, queryOf } from "../../../src/renderer/features/settings/check-settings.tsx";

const LEDGERS: CheckOptions = {
  ...DEFAULT_OPTIONS,
  convention: "bank",
  tolerance: 5,
  timeZone: "Africa/Lagos",
};

describe("the options under trial, in the address", () => {
  it("are the ledger's where the address has none, or wrong ones", () => {
    expect(optionsFrom(new URLSearchParams(), LEDGERS)).toEqual(LEDGERS);
    const wrong = "convention=none&basis=all&tolerance=-1&cutoff=99999&scope=world&timeZone=UTC";
    expect(optionsFrom(new URLSearchParams(wrong), LEDGERS)).toEqual(LEDGERS);
    expect(optionsFrom(new URLSearchParams("tolerance=99999999999999999999"), LEDGERS)).toEqual(LEDGERS);
  });

  it.each<Partial<CheckOptions>>([
    {},
    { convention: "auto", tolerance: 0 },
    { settlementBasis: "less-fees", cutoffDays: 0, chainScope: "business" },
    { tolerance: Number.MAX_SAFE_INTEGER, cutoffDays: 36_500 },
  ])("read back unchanged: %j", (change) => {
    const options = { ...LEDGERS, ...change };
    expect(optionsFrom(queryOf(options, LEDGERS), LEDGERS)).toEqual(options);
  });

  it("are left out where they equal the ledger's", () => {
    expect(queryOf(LEDGERS, LEDGERS).toString()).toBe("");
    expect(queryOf({ ...LEDGERS, tolerance: 7 }, LEDGERS).toString()).toBe("tolerance=7");
  });
});
