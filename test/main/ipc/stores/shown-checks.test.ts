/** What a window showed of a ledger is known at the next opening, as long as the ledger is the same. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Person } from "../opening.ts";

const SHOWN = { summary: { verdict: "It ties out." }, review: null };

/** A person with a ledger of which a window keeps what it showed. */
async function shown(request = "August") {
  const person = await Person.open();
  await person.fill();
  const remember = async (change: object = {}) => {
    const { head, counts } = (await person.call("ledger.current", {}))!;
    const input = { request, head, decisions: counts.decisions, shown: SHOWN, ...change };
    await person.call("check.remember", input);
  };
  await remember();
  return { person, remember };
}

const recalled = async (person: Person, request = "August") =>
  (await person.call("check.recall", { request })).shown;

test("is known for the same request, also to the next program, in a file of the person's own", async () => {
  const { person } = await shown();
  expect(await recalled(person)).toEqual(SHOWN);
  expect(await recalled(person, "September")).toBeNull();
  const ledger = join(person.dataFolder, "ledgers", "Sandbox.tieout");
  await person.backend.close();
  const file = join(person.dataFolder, "shown-checks.json");
  expect(process.platform === "win32" ? 0o600 : statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toContain("It ties out.");
  const next = await Person.open({ dataFolder: person.dataFolder });
  await next.call("ledger.open", { file: await next.choose(ledger) });
  expect(await recalled(next)).toEqual(SHOWN);
});

test("is forgotten with anything that is written to the ledger", async () => {
  const { person } = await shown();
  await person.call("ledger.changeSettings", { decimals: 2, by: "Ada Obi", note: "As agreed" });
  expect(await recalled(person)).toBeNull();
});

test("is not kept where the ledger or its decisions are others by now, nor where it is very long", async () => {
  const { person, remember } = await shown();
  const other = { summary: "another" };
  await remember({ shown: other, head: "0".repeat(64) });
  await remember({ shown: other, decisions: 1 });
  await remember({ shown: { long: "x".repeat(300_000) } });
  expect(await recalled(person)).toEqual(SHOWN);
  await remember({ shown: other });
  expect(await recalled(person)).toEqual(other);
  await remember({ request: "September" });
  expect([await recalled(person), await recalled(person, "September")]).toEqual([other, SHOWN]);
});

test("needs an open ledger", async () => {
  const person = await Person.open();
  expect((await person.refused("check.recall", { request: "" })).code).toBe("LEDGER_NOT_OPEN");
});
