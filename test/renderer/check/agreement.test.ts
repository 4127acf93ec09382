/** The window and `tieout check --json` agree, finding by finding. */
import { expect, test } from "vitest";
import { HUMAN_RULES, type RuleId } from "../../../src/core/reconcile/input/rules.ts";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import { formatInstant, monthDays } from "../../../src/core/time.ts";
import type { CheckClient } from "../../../src/renderer/rows/load.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { sha256OfText } from "../../../src/renderer/rows/worker/snapshot.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { tieout } from "../../helpers/cli.ts";
import { worldLedger } from "../../helpers/ledgers/world-ledger.ts";
import { clientOfInput, clientOfLedger, runRequest } from "./window.ts";

const first = generateWorld({ entries: 900, seed: 71, convention: "asset", faults: "default" });
const second = first.advance();
const third = second.advance();

interface CheckJson {
  readonly findings: readonly { readonly fingerprint: string }[];
  readonly [key: string]: unknown;
}

async function commandLine(ledger: string, ...args: readonly string[]): Promise<CheckJson> {
  const { stdout, stderr, status } = await tieout(["check", ledger, "--json", ...args]);
  expect(stderr).toBe("");
  expect(status).toBe(1);
  return checkIn(stdout);
}

/** Without the moment that it names, which the window names in its banner. */
function checkIn(json: string): CheckJson {
  const { shows, ...check } = JSON.parse(json) as CheckJson & { readonly shows: string };
  expect(shows).toMatch(/^As of now, after import \d, /u);
  return check;
}

/** What the window concludes, as the command line would print it. */
async function windowSays(client: CheckClient, request: ReturnType<typeof runRequest>) {
  const summary = await client.call("run", request);
  const findings = await client.call("findings", null);
  const causes = await client.call("causes", null);
  const { options, convention, chainScope, order, settlementBasis, skippedRules, capped, counts, wallets } =
    summary;
  const { period, asOfMs } = summary;
  const said = { options, convention, chainScope, order, settlementBasis, skippedRules, capped, wallets };
  const shown = Object.entries(counts.findings).filter(
    ([rule, count]) => count > 0 || !HUMAN_RULES.has(rule as RuleId),
  );
  return {
    summary,
    json: {
      schema: "tieout.check/1",
      ...said,
      counts: { ...counts, findings: Object.fromEntries(shown) },
      period: period === null ? null : { from: period.from, to: period.to },
      asOf: asOfMs === null ? null : formatInstant(asOfMs),
      causes,
      findings,
    },
  };
}

test(
  "agrees with every planted fault, over the whole history and in each month",
  { timeout: 240_000 },
  async () => {
    const ledger = await worldLedger(first, second, third);
    const client = await clientOfLedger(ledger);
    const whole = await windowSays(client, runRequest(null));
    expect(whole.json).toEqual(await commandLine(ledger));
    expect(whole.json.findings.length).toBeGreaterThan(90);
    expect(whole.summary.months.length).toBeGreaterThan(12);
    expect(whole.summary.title).toBe("The whole history");

    let inMonths = 0;
    for (const month of whole.summary.months) {
      const { json } = await windowSays(client, runRequest(monthDays(month)));
      const { stdout } = await tieout(["check", ledger, "--json", "--month", month]);
      expect(json).toEqual(checkIn(stdout));
      inMonths += json.findings.length;
    }
    expect(inMonths).toBeGreaterThan(90);
  },
);

test("agrees under unusual options, and with an open end", async () => {
  const ledger = await worldLedger(first, second);
  const client = await clientOfLedger(ledger);
  const args = ["--convention", "bank", "--basis", "payable", "--tolerance", "25", "--cutoff-days", "0"];
  const zone = ["--chain-scope", "business", "--time-zone", "Africa/Lagos", "--from", "2026-03-05"];
  const period = { from: monthDays("2026-03")!.from.replace("-01", "-05"), to: null } as ReturnType<
    typeof runRequest
  >["period"];
  const asked = runRequest(period, {
    convention: "bank",
    settlementBasis: "payable",
    tolerance: 25,
    cutoffDays: 0,
    chainScope: "business",
    timeZone: "Africa/Lagos",
  });
  const { json } = await windowSays(client, asked);
  expect(json).toEqual(await commandLine(ledger, ...args, ...zone));
  expect(json.findings.length).toBeGreaterThan(300);
});

test("opens at the month of the newest entry, in the ledger's zone", async () => {
  const client = await clientOfLedger(await worldLedger(first));
  const { months, period, title } = await client.call("run", runRequest("newest-month"));
  expect(period).toMatchObject(monthDays("2026-08") ?? {});
  expect(title).toBe("August 2026");
  expect(months[0]).toBe("2026-08");
  expect(months).toEqual(months.toSorted().toReversed());
});

test("opens the whole history where there is no entry", async () => {
  const input = columnsOf({ entries: [], transactions: [] }, sha256OfText);
  const client = await clientOfInput(input, { descriptions: [], customers: [] });
  const { period, title } = await client.call("run", runRequest("newest-month"));
  expect([period, title]).toEqual([null, "The whole history"]);
});

test("counts settlements and matches by the rows that show them", async () => {
  const client = await clientOfLedger(await worldLedger(first));
  const summary = await client.call("run", runRequest(monthDays("2026-08")));
  const asked = {
    sort: [],
    filters: {},
    search: "",
    onlyFlagged: false,
    onlyPeriod: true,
    from: 0,
    count: 10_000,
  };
  const { rows, total } = await client.call("transactions", asked);
  expect(total).toBe(summary.counts.transactions);
  for (const settlement of Object.values(SETTLEMENT)) {
    const shown = rows.filter((row) => row.settlement === settlement).length;
    expect(summary.settlements[settlement]).toBe(shown);
  }
  const entries = await client.call("entries", asked);
  expect(entries.total).toBe(summary.counts.entries);
  const withPayref = entries.rows.filter(({ payref }) => payref !== "");
  expect(summary.matched).toEqual({
    withPayref: withPayref.length,
    tied: withPayref.filter(({ payID }) => payID !== null).length,
  });
  expect(summary.matched.tied).toBeGreaterThan(0);
  expect(summary.matched.tied).toBeLessThan(summary.matched.withPayref);
});
