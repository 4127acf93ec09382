/** Causes as the worker answers them: the largest, how far they are explained, and the queue by cause. */
import { expect, test } from "vitest";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { BREAK_RULES } from "../../../src/core/reconcile/input/rules.ts";
import { atStakeIn } from "../../../src/core/report/exceptions/class-words.ts";
import { NO_EXCEPTIONS } from "../../../src/core/report/exceptions/exception-amounts.ts";
import type { ExceptionRow, ExceptionsRequest } from "../../../src/renderer/bridge/protocol.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { useShared } from "../../helpers/at-end.ts";
import { worldLedger } from "../../helpers/ledgers/world-ledger.ts";
import { clientOfLedger, runRequest } from "./window.ts";

const BY_CAUSE: ExceptionsRequest = {
  statuses: null,
  rules: null,
  severities: ["error", "warning"],
  currency: null,
  findings: null,
  search: "",
  order: "cause",
  from: 0,
  count: 10_000,
};

const shared = useShared(async () => {
  const world = generateWorld({ entries: 3000, seed: 33, convention: "asset", faults: "default" });
  const client = await clientOfLedger(await worldLedger(world));
  await client.call("run", runRequest(null));
  const causes = await client.call("causes", null);
  const findings = await client.call("findings", null);
  return { client, causes, findings, several: causes.items.filter((one) => one.findings.length === 2) };
});

async function decided(prints: readonly string[]) {
  const { client, findings } = shared();
  const decisions = findings
    .filter(({ fingerprint }) => prints.includes(fingerprint))
    .map((finding, at): Decision => {
      const { fingerprint } = finding;
      const note = "ticket";
      return { id: at + 1, fingerprint, status: "raised", note, by: "Ada", atMs: 0, undoes: null, finding };
    });
  await client.call("decided", { from: 0, decisions });
  return client.call("review", null);
}

test("what is raised stays to be resolved, and an event counts once, each currency separately", async () => {
  const { causes, several } = shared();
  const [cause] = several;
  const before = await decided([]);
  const sum = (of: typeof before, name: "undecided" | "raised" | "explained") =>
    of.amounts.reduce((total, { totals }) => total + totals[name].amount, 0);
  const all = sum(before, "undecided");
  expect(all).toBeGreaterThanOrEqual(causes.items.reduce((total, { amount }) => total + amount, 0));
  const whole = await decided(cause?.findings ?? []);
  expect(sum(whole, "raised")).toBe(cause?.amount);
  expect(sum(whole, "raised") + sum(whole, "undecided")).toBe(all);
  expect(sum(whole, "explained")).toBe(0);
  const half = await decided([cause?.findings[0] ?? ""]);
  expect(sum(half, "raised") + sum(half, "undecided")).toBe(all);
});

test("the lines of a class, and of a currency, come to the amounts of its bar, whatever page of them is asked for", async () => {
  const { client, several } = shared();
  const { amounts } = await decided([several[0]?.findings[0] ?? "", ...(several[1]?.findings ?? [])]);
  const ask = (change: Partial<ExceptionsRequest>) => client.call("exceptions", { ...BY_CAUSE, ...change });
  for (const { currency, totals } of amounts) {
    const raised = await ask({ statuses: ["raised"], currency: currency ?? "", count: 1 });
    expect(raised.total).toBe(totals.raised.items);
    const own = { currency, totals: { ...NO_EXCEPTIONS, raised: totals.raised } };
    expect(raised.amounts).toEqual(totals.raised.items === 0 ? [] : [own]);
  }
  expect((await ask({ statuses: ["raised"] })).total).toBe(3);
  expect((await ask({})).amounts).toEqual(amounts);
});

test("the breaks of the balance come to the break differences of the roll-forward, and others have no such sum", async () => {
  const { client } = shared();
  const { rollForward } = await client.call("run", runRequest(null));
  const breaks = await client.call("exceptions", { ...BY_CAUSE, rules: [...BREAK_RULES] });
  expect(breaks.breaks.length).toBeGreaterThan(0);
  const figures = rollForward.map(({ currency, breakDifference }) => [currency, breakDifference] as const);
  expect(breaks.breaks.map(({ currency, difference }) => [currency, difference])).toEqual(
    figures.filter(([, difference]) => difference !== 0),
  );
  expect((await client.call("exceptions", BY_CAUSE)).breaks).toEqual([]);
});

test("the queue by cause keeps together what one cause explains, the largest amount at stake first", async () => {
  const { client, causes, findings } = shared();
  await decided([]);
  const { rows, heads, total } = await client.call("exceptions", BY_CAUSE);
  expect(total).toBe(findings.filter(({ severity }) => severity !== "info").length);
  const stakeOf = ({ cause, finding }: ExceptionRow) => cause?.amount ?? finding.atStake;
  const stakes = rows.map(stakeOf);
  expect(stakes).toEqual(stakes.toSorted((a, b) => b - a));
  const together = causes.items.filter((one) => one.findings.length > 1);
  expect(heads).toHaveLength(together.length);
  const groups = [...heads].map((head) => {
    const size = rows[head]?.cause?.findings ?? 0;
    return rows.slice(head, head + size).map(({ finding }) => finding.fingerprint);
  });
  expect(new Set(groups.map(String))).toEqual(new Set(together.map((one) => String(one.findings))));
});

test("a filter leaves a cause's other lines together, and other orders have no heads", async () => {
  const { client } = shared();
  const orphans = await client.call("exceptions", { ...BY_CAUSE, rules: ["orphan-payref"] });
  const known = orphans.rows.filter(({ cause }) => (cause?.findings ?? 0) > 1);
  expect(orphans.heads).toHaveLength(new Set(known.map(({ cause }) => cause?.place)).size);
  expect(orphans.heads.length).toBeGreaterThan(0);
  const byAmount = await client.call("exceptions", { ...BY_CAUSE, order: "amount" });
  expect(byAmount.heads).toHaveLength(0);
  const stakes = byAmount.rows.map(({ finding }) => finding.atStake);
  expect(stakes).toEqual(stakes.toSorted((a, b) => b - a));
});

const askByKind = async (change: Partial<ExceptionsRequest> = {}) =>
  shared().client.call("exceptions", { ...BY_CAUSE, order: "kind", ...change });

test("the queue by kind has each kind once, the largest amount first, and its heads come to what all findings come to", async () => {
  await decided([]);
  const { rows, heads, kinds, total, amounts } = await askByKind();
  expect([...heads]).toEqual(kinds.map(({ line }) => line));
  expect(kinds.reduce((sum, { findings }) => sum + findings, 0)).toBe(total);
  const titles = kinds.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const stakes = kinds.map((one) => one.amounts.reduce((sum, { amount }) => sum + amount, 0));
  expect(stakes).toEqual(stakes.toSorted((a, b) => b - a));
  for (const one of amounts) {
    const own = kinds.flatMap((kind) => kind.amounts.filter(({ currency }) => currency === one.currency));
    expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(atStakeIn(one));
  }
  // What one cause explains stays together under its kind.
  const begun = rows.flatMap(({ cause }, at) =>
    cause !== null && rows[at - 1]?.cause?.place !== cause.place ? [cause.place] : [],
  );
  expect(new Set(begun).size).toBe(begun.length);
});

test("what is like a finding is what stands under the head of its kind, under the same filter", async () => {
  const { client, findings } = shared();
  for (const filter of [{}, { severities: ["error" as const] }]) {
    const { rows, kinds } = await askByKind(filter);
    for (const { line, findings: count } of kinds) {
      const own = rows.slice(line, line + count).map(({ finding }) => finding.fingerprint);
      const like = own.at(-1) ?? "";
      const alike = await client.call("selectable", { ...BY_CAUSE, ...filter, like });
      expect(alike.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(own.toSorted());
    }
  }
  const notice = findings.find(({ severity }) => severity === "info");
  expect(await client.call("selectable", { ...BY_CAUSE, like: "0".repeat(64) })).toEqual([]);
  expect(await client.call("selectable", { ...BY_CAUSE, like: notice?.fingerprint ?? "" })).toEqual([]);
});
