import { describe, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { Person } from "./opening.ts";

describe("closing months through the bridge", () => {
  test("two people prepare, sign and reopen a month, and each step is sent with the ledger's facts", async () => {
    const person = await Person.open();
    await person.fill(300);
    const { months } = await person.call("close.list", {});
    const { month } = months.find(({ isOver }) => isOver)!;
    const before = await person.call("ledger.current", {});
    const read = await person.call("close.read", { month });
    expect(read).toMatchObject({ facts: { state: "open" }, changes: [] });
    // Of each currency a proof, and a line for each of the three kinds.
    expect(read.proofs.map(({ currency, unexplained }) => [currency, unexplained])).toEqual([
      ["NGN", 0],
      [null, 0],
    ]);
    expect(read.outstanding).toHaveLength(3 * read.proofs.length);
    const override = "The provider answers next week.";
    const prepared = await person.call("close.prepare", { month, by: "Ada", override });
    expect(prepared.steps.at(-1)?.frozen?.wallets).toEqual(read.wallets);
    const same = { month, by: "ADA", note: "" };
    expect((await person.refused("close.signOff", same)).code).toBe("CLOSE_SAME_PERSON");
    const signed = await person.call("close.signOff", { month, by: "Bola", note: "" });
    expect(signed.state).toBe("signed-off");
    const after = await person.call("ledger.current", {});
    expect(after?.head).not.toBe(before?.head);
    expect(after?.human).not.toBe(before?.human);
    const reopened = await person.call("close.reopen", { month, by: "Bola", note: "Look again." });
    expect(reopened.steps.map(({ step }) => step)).toEqual(["prepare", "sign-off", "reopen"]);
  });

  test("reads a signed month as it was beside the month as it is, and writes nothing as of then", async () => {
    const person = await Person.open();
    await person.fill(300);
    const { months } = await person.call("close.list", {});
    const { month } = months.find(({ isOver }) => isOver)!;
    expect(await person.call("close.moments", { month })).toEqual({ moments: [] });
    await person.call("close.prepare", { month, by: "Ada", override: "Known" });
    const { steps } = await person.call("close.signOff", { month, by: "Bola", note: "" });
    const { frozen } = steps.at(-1)!;
    const signedFacts = await person.call("ledger.current", {});
    const signedHead = await person.call("check.open", {});
    await person.call("sandbox.advance", {});
    await person.done(await person.call("pull.start", { target: null, connection: null, full: true }));
    await person.call("ledger.changeSettings", { decimals: 4, by: "Ada Obi", note: "As agreed" });

    const { moments } = await person.call("close.moments", { month });
    expect(moments).toMatchObject([
      { is: "signed", by: "Bola" },
      { is: "pull", pullId: 2 },
    ]);
    const asOf = moments[0]!.sequence;
    const then = await person.call("ledger.then", { month, asOf });
    expect(then).toMatchObject({ counts: signedFacts?.counts, head: signedFacts?.head });
    const { timeZone, ...options } = frozen!.options;
    expect(then.settings).toEqual({ timeZone, decimals: frozen!.decimals, options });

    const now = await person.call("check.open", {});
    const past = await person.call("check.open", { asOf });
    expect(past).toEqual(signedHead);
    expect(now.rows.entries).toBeGreaterThan(past.rows.entries);
    for (const { snapshot, rows } of [now, past, now]) {
      for (const table of ["entries", "descriptions"] as const) {
        const batch = await person.call("check.read", { snapshot, table, from: 0, count: 50_000 });
        const length =
          "walletID" in batch ? batch.walletID.length : (batch as { ends: Int32Array }).ends.length;
        expect([table, length]).toEqual([table, rows.entries]);
      }
    }
    const statement = await person.call("close.statement", { month, asOf });
    expect(statement).toMatchObject({
      moment: moments[0],
      state: "signed-off",
      conclusion: "qualified",
      wallets: frozen!.wallets,
      changedSince: { count: 0, records: [], decisions: [], options: [], effects: [] },
    });
    expect(await person.call("close.statement", { month })).toMatchObject({ moment: null });
    const { facts, wallets, changes } = await person.call("close.read", { month, asOf });
    expect([facts.state, wallets, changes]).toEqual(["signed-off", frozen!.wallets, []]);
    const since = await person.call("close.since", { month, sequence: asOf });
    expect(since.unlikeSigned).toEqual([]);
    expect(since.entries.changed.length).toBeGreaterThan(0);
    const step = { month, by: "Bola", note: "Look again.", asOf };
    expect((await person.refused("close.reopen", step)).code).toBe("IPC_INVALID");
  });

  test("refuses a month without the right steps, a name or a day", async () => {
    const person = await Person.open();
    await person.fill(100);
    const month = "2026-08" as Month;
    expect((await person.refused("close.signOff", { month, by: "Bola", note: "" })).code).toBe("CLOSE_STATE");
    expect((await person.refused("close.prepare", { month, by: " ", override: null })).code).toBe(
      "DECISION_INVALID",
    );
    const none = { month: "2026-13" as Month, by: "Ada", override: null };
    expect((await person.refused("close.prepare", none)).code).toBe("IPC_INVALID");
  });
});
