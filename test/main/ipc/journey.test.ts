import { describe, expect, test } from "vitest";
import { Person } from "./opening.ts";

describe("the sandbox", () => {
  test("fills a ledger that is opened, and its records can be read", async () => {
    const person = await Person.open();
    const job = await person.fill(300);
    expect(job.result).toMatchObject({ is: "pulled", ledgerCreated: true });
    expect(job.steps.map(({ phase }) => phase)).toContain("Keeping entries");
    const ledger = await person.call("ledger.current", {});
    expect(ledger).toMatchObject({ name: "Sandbox.tieout", connection: "sandbox", readOnly: null });
    const head = await person.call("check.open", {});
    const { entries } = head.rows;
    expect(entries).toBe(ledger?.counts.entries);
    expect(entries).toBeGreaterThan(290);
    const batch = await person.call("check.read", {
      snapshot: head.snapshot,
      table: "entries",
      from: 0,
      count: 50_000,
    });
    expect("walletID" in batch && batch.walletID.length).toBe(entries);
  });
});
