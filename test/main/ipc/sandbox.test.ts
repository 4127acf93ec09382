import { describe, expect, test } from "vitest";
import { filledLedger } from "../ledger/made.ts";
import { Person } from "./opening.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";

/** Pulls into the open ledger, and says what came. */
async function pull(person: Person) {
  const begun = await person.call("pull.start", { target: null, connection: null, full: false });
  const { result } = await person.done(begun);
  if (result?.is !== "pulled") throw new Error("nothing was pulled");
  return result;
}

describe("the sandbox", () => {
  test("fills a ledger and opens it, ready to read and check", async () => {
    const person = await Person.open();
    const job = await person.fill(300);
    expect(job).toMatchObject({ kind: "sandbox", result: { is: "pulled", ledgerCreated: true } });
    expect(job.steps[0]).toEqual({ phase: "Starting the sandbox", done: 300, total: 300, unit: "entries" });
    const ledger = await person.call("ledger.current", {});
    expect(ledger).toMatchObject({ name: "Sandbox.tieout", connection: "sandbox", readOnly: null });
    expect(await person.call("connection.read", {})).toBeNull();
    await person.fill(300);
    expect(await person.call("ledger.current", {})).toMatchObject({ name: "Sandbox 2.tieout" });
    expect((await person.call("ledger.recent", {})).ledgers).toHaveLength(2);
  });

  test("advances a month, and the next pull brings what is new and what changed", async () => {
    const person = await Person.open();
    await person.fill(300);
    expect((await pull(person)).entries).toMatchObject({ added: 0, changed: 0, vanished: 0 });
    await person.call("sandbox.advance", {});
    const brought = await pull(person);
    expect(brought.entries!.added).toBeGreaterThan(0);
    expect(brought.entries!.changed + brought.entries!.vanished).toBeGreaterThan(0);
    expect(await person.call("ledger.current", {})).toMatchObject({ counts: { pulls: 3 } });
  });

  test.runIf(IS_EXHAUSTIVE)(
    "is the same after a restart, as far as it had advanced, and separate for each ledger",
    async () => {
      const person = await Person.open();
      await person.fill(300);
      await person.call("sandbox.advance", {});
      await pull(person);
      await person.fill(100);
      expect((await pull(person)).entries).toMatchObject({ added: 0, changed: 0, vanished: 0 });
      await person.backend.close();

      const next = await Person.open({ dataFolder: person.dataFolder });
      const { ledgers } = await next.call("ledger.recent", {});
      for (const { handle, name } of ledgers) {
        await next.call("ledger.open", { file: handle });
        const brought = await pull(next);
        expect([name, brought.entries]).toMatchObject([name, { added: 0, changed: 0, vanished: 0 }]);
        expect(brought.transactions).toMatchObject({ added: 0, changed: 0, vanished: 0 });
      }
      expect(ledgers.map(({ name }) => name)).toEqual(["Sandbox 2.tieout", "Sandbox.tieout"]);
    },
  );

  test("advances for the ledger of the request, whichever is opened meanwhile", async () => {
    const person = await Person.open();
    await person.fill(50);
    const sandbox = (await person.call("ledger.recent", {})).ledgers[0]!.handle;
    const other = await person.choose(filledLedger());
    await person.call("ledger.open", { file: other });
    const connection = {
      baseUrl: "https://service.example",
      pathPrefix: "",
      authForm: "key",
      secretKey: "key",
      appId: "app",
      phone: null,
      password: null,
    } as const;
    const kept = await person.call("connection.save", connection);
    await person.call("ledger.open", { file: sandbox });
    const advancing = person.call("sandbox.advance", {});
    const pulling = { target: null, connection: null, full: false };
    expect((await person.refused("pull.start", pulling)).code).toBe("JOB_RUNNING");
    await person.call("ledger.open", { file: other });
    await advancing;
    expect(await person.call("connection.read", {})).toEqual(kept);
    await person.call("ledger.open", { file: sandbox });
    expect((await pull(person)).entries!.added).toBeGreaterThan(0);
  });

  test("advances for no other ledger", async () => {
    const person = await Person.open();
    expect((await person.refused("sandbox.advance", {})).code).toBe("LEDGER_NOT_OPEN");
    await person.fill(50);
    await person.call("connection.forget", {});
    expect(await person.call("ledger.current", {})).toMatchObject({ connection: "none" });
    expect((await person.refused("sandbox.advance", {})).code).toBe("CONNECTION_MISSING");
  });
});
