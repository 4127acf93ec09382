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
    expect(await person.call("close.review", { month, by: "Ada" })).toMatchObject({
      month,
      state: "in-review",
    });
    const read = await person.call("close.read", { month });
    expect(read).toMatchObject({ facts: { state: "in-review" }, changes: [] });
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
    expect(reopened.steps.map(({ step }) => step)).toEqual(["review", "prepare", "sign-off", "reopen"]);
  });

  test("refuses a month without the right steps, a name or a day", async () => {
    const person = await Person.open();
    await person.fill(100);
    const month = "2026-08" as Month;
    expect((await person.refused("close.signOff", { month, by: "Bola", note: "" })).code).toBe("CLOSE_STATE");
    expect((await person.refused("close.review", { month, by: " " })).code).toBe("DECISION_INVALID");
    const none = { month: "2026-13" as Month, by: "Ada" };
    expect((await person.refused("close.review", none)).code).toBe("IPC_INVALID");
  });
});
