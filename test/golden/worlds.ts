/** The ledgers of the corpus: how each is made, and whose month is looked at. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../src/core/time.ts";
import { FAULTS } from "../../sandbox/generate/plan.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import type { World, WorldPlan } from "../../sandbox/world.ts";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { saveWorld } from "../helpers/ledgers/world-check.ts";
import { entry, sale } from "../helpers/records.ts";
import { envelope, wireBusiness } from "../helpers/wire-records.ts";
import { Desk, type LookAtMonth, type Output } from "./desk.ts";
import { keepMonth } from "./outputs.ts";

export interface GoldenWorld {
  readonly name: string;
  /** Under which name it goes on, where it is looked at twice. */
  readonly later?: string;
  readonly work: (desk: Desk) => Promise<void>;
  /** Milliseconds UTC, when work on it begins. */
  readonly fromMs: number;
}

const ADA = ["--by", "Ada Obi"];
const BEN = ["--by", "Ben Cole"];
const LEDGERS = join(import.meta.dirname, "../fixtures/ledgers");
/** Within the cut-off after the sandbox's first last month, and past it. */
const [SOON_MS, LATER_MS] = [Date.UTC(2026, 8, 3, 9), Date.UTC(2026, 10, 28, 9)];

function fixture(schema: number): GoldenWorld {
  return {
    name: `schema-${schema}`,
    fromMs: Date.UTC(2026, 11, 1, 9),
    async work(desk) {
      copyFileSync(join(LEDGERS, `schema-${schema}.tieout`), desk.ledger);
      await desk.keepWords("verify-before.json", "verify", desk.ledger, "--json");
      await desk.act("check", desk.ledger, "--month", "2026-10", "--save");
      await keepMonth(desk, "2026-10");
    },
  };
}

/** A fault that is planted changes all of a world: of those that came later the seeds have none. */
export const PLANTED_SINCE: ReadonlySet<string> = new Set(["date-ahead"]);

/** Faults that only separate plans have, and all others, each at least once. */
const [CAPPED, PLANTED] = [true, false].map((isFirst) =>
  Object.fromEntries(
    FAULTS.filter(({ when, word }) => (when === "first") === isFirst && !PLANTED_SINCE.has(word)).map(
      ({ word, times }) => [word, Math.max(times, 1)],
    ),
  ),
);

/** What seed n is made from; every eighth is a history that is cut off. */
export function planOf(seed: number): WorldPlan {
  return {
    seed,
    entries: 150 + (seed % 4) * 40,
    convention: seed % 2 === 0 ? "asset" : "bank",
    faults: (seed % 8 === 0 ? CAPPED : PLANTED) ?? "none",
  };
}

const RULES = ["chain-break", "orphan-payref", "amount-mismatch"].flatMap((rule) => ["--rule", rule]);

/** What a world is made from that has what the seeds lack: every fault, and what goes wrong where requests overlap and crash. */
export const ALL_FAULTS_PLAN: WorldPlan = {
  seed: 406,
  entries: 300,
  convention: "bank",
  faults: "all",
  oneIn: 4,
};

/** Everything is raised, so that the letter asks about each cause. */
const ALL_FAULTS: GoldenWorld = {
  name: "all-faults",
  fromMs: SOON_MS,
  async work(desk) {
    const world = generateWorld(ALL_FAULTS_PLAN);
    await importWorld(desk, world);
    const on = [desk.ledger, "--month", world.month];
    await desk.act("review", ...on, "--rule", "all", "--status", "raised", "--note", "Ticket 4711", ...ADA);
    await keepMonth(desk, world.month);
  },
};

/** A sandbox's world: undecided, raised, or proposed from the month before; every third also a month later. */
function seeded(seed: number): GoldenWorld {
  return {
    name: `seed-${String(seed).padStart(2, "0")}`,
    fromMs: seed % 4 < 2 ? SOON_MS : LATER_MS,
    async work(desk) {
      const first = generateWorld(planOf(seed));
      await importWorld(desk, first);
      const zone = seed % 3 === 1 ? "Africa/Lagos" : "UTC";
      await desk.act("settings", desk.ledger, "--time-zone", zone, "--decimals", seed % 5 === 0 ? "2" : "0");
      const decided = [desk.ledger, "--month", first.month, ...RULES, "--note", "Ticket 4711", ...ADA];
      if (seed % 3 > 0)
        await desk.act("review", ...decided, "--status", seed % 3 === 1 ? "raised" : "accepted");
      if (seed % 3 === 1) return keepMonth(desk, first.month);
      const next = first.advance();
      desk.nowMs += 31 * DAY_MS;
      await importWorld(desk, next);
      return keepMonth(desk, next.month);
    },
  };
}

async function importWorld(desk: Desk, world: World): Promise<void> {
  const { wallet, transactions, user, business } = saveWorld(world, desk.folder);
  await importFiles(desk, { wallet, transactions, user: user === null ? [] : [user], business });
}

async function importFiles(desk: Desk, files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const given = Object.entries(files).flatMap(([kind, paths]) =>
    paths.flatMap((path) => [`--${kind}`, path]),
  );
  await desk.act("import", desk.ledger, ...given);
}

const OCTOBER_MS = Date.UTC(2026, 9, 1);

/** One user with a business in naira and one in dollars, chained by business; each has a break, an orphan and a payment without entry. */
export const TWO_CURRENCIES: GoldenWorld = {
  name: "two-currencies",
  fromMs: LATER_MS,
  async work(desk) {
    const businesses = [
      { businessID: 11, businessname: "Naira Foods", businesscurrency: "NGN", size: 40_000 },
      { businessID: 12, businessname: "Dollar Goods", businesscurrency: "USD", size: 300 },
    ];
    const at = (number: number) => OCTOBER_MS + (number - 20) * DAY_MS;
    const [entries, transactions] = [[entry(0)].slice(1), [sale(0, 0)].slice(1)];
    const balances = new Map<number, number>();
    for (let number = 1; number <= 48; number += 1) {
      const { businessID, businesscurrency: currency, size } = businesses[number % 2]!;
      const isWithdrawal = number % 10 > 7;
      const amount = isWithdrawal ? -size : size + number * 13;
      const payref = isWithdrawal ? "" : number > 42 ? `LOST-${number}` : `PAY-${number}`;
      const off = [11, 31, 36].includes(number) ? -17 : 0;
      const balance = (balances.get(businessID) ?? 0) + amount + off;
      balances.set(businessID, balance);
      const sides = { debit: Math.max(amount, 0), credit: Math.max(-amount, 0), balance };
      const dated = { dateCreatedAtMs: at(number), action: isWithdrawal ? "Withdrawal" : "API" };
      entries.push(entry(number, { businessID, payref, ...sides, ...dated }));
      if (isWithdrawal) continue;
      const paid = { businessID, currency, datePaidAtMs: at(number), dateCreatedAtMs: at(number) - DAY_MS };
      transactions.push(sale(number, amount, { payref: `PAY-${number}`, ...paid }));
    }
    const saved = (name: string, text: string) => {
      writeFileSync(desk.path(`${name}.json`), text);
      return desk.path(`${name}.json`);
    };
    await importFiles(desk, {
      wallet: [saved("wallet", walletBody(entries))],
      transactions: [saved("transactions", transactionsBody(transactions))],
      business: businesses.map(({ businessID, businessname, businesscurrency }) => {
        const business = wireBusiness({ businessID, businessname, businesscurrency, userID: 1 });
        return saved(`business-${businessID}`, envelope({ business }));
      }),
    });
    const of = ["--note", "Each business has a wallet of its own", ...ADA];
    await desk.act("settings", desk.ledger, "--chain-scope", "business", ...of);
    await desk.act("file", desk.ledger, "--materiality", "NGN=100000", "--note", "As agreed", ...ADA);
    const decide = ["review", desk.ledger, ...ADA, "--month"] as const;
    const known = ["--rule", "chain-break", "--status", "explained", "--note", "A fee that is taken at once"];
    await desk.act(...decide, "2026-09", ...known);
    const asked = ["--rule", "orphan-payref", "--status", "raised", "--note", "Ticket 4712"];
    await desk.act(...decide, "2026-10", ...asked);
    await keepMonth(desk, "2026-10");
  },
};

/** July signed, then August with everything that a month's file can have, signed, and restated by a later import. */
export const SIGNED: GoldenWorld = {
  name: "signed",
  later: "restated",
  fromMs: SOON_MS,
  async work(desk) {
    const { ledger } = desk;
    const world = generateWorld({ ...planOf(5), seed: 101, entries: 260, convention: "asset" });
    const on = (month: string) => [ledger, "--month", month];
    await importWorld(desk, world);
    await desk.act("settings", ledger, "--time-zone", "Africa/Lagos");
    const july = [
      ...on("2026-07"),
      "--rule",
      "all",
      "--status",
      "accepted",
      "--note",
      "Before our time",
      ...ADA,
    ];
    await desk.act("review", ...july);
    await desk.act("prepare", ...on("2026-07"), ...ADA);
    await desk.act("sign-off", ...on("2026-07"), ...BEN);
    await workOn(desk, on("2026-08"));
    await desk.act("prepare", ...on("2026-08"), ...ADA);
    await desk.act("sign-off", ...on("2026-08"), "--note", "Seen with the client", ...BEN);
    await keepMonth(desk, "2026-08");
    desk.world = "restated";
    desk.nowMs += 31 * DAY_MS;
    await importWorld(desk, world.advance());
    await keepMonth(desk, "2026-08");
  },
};

interface Finding {
  readonly rule: string;
  readonly fingerprint: string;
  readonly walletID: number | null;
  readonly payID: number | null;
}

/** A month back with its preparer, points on it and on a finding open; then answered, one made again, and prepared anew. */
const RETURNED: GoldenWorld = {
  name: "returned",
  later: "answered",
  fromMs: SOON_MS,
  async work(desk) {
    const { ledger } = desk;
    const world = generateWorld({ ...planOf(5), seed: 102, entries: 180, convention: "asset" });
    const on = [ledger, "--month", world.month];
    const keepPoints = async () => {
      await keepMonth(desk, world.month);
      if (desk.ofMonth !== "everything") return;
      await desk.keep("points.txt", "points", ledger);
      await desk.keep("points.json", "points", ledger, "--json");
    };
    await importWorld(desk, world);
    // There its last entry is of the next month: the month is over.
    await desk.act("settings", ledger, "--time-zone", "Africa/Lagos");
    await desk.act("review", ...on, "--rule", "all", "--status", "raised", "--note", "Ticket 4711", ...ADA);
    await desk.act("prepare", ...on, ...ADA);
    const { findings } = JSON.parse(await desk.act("check", ...on, "--json")) as {
      readonly findings: readonly Finding[];
    };
    const orphan = findings.find(({ rule }) => rule === "orphan-payref");
    const asked = ["--text", "Which ticket is it?", "--fingerprint", String(orphan?.fingerprint)];
    await desk.act("point", ...on, ...asked, ...BEN);
    await desk.act("return", ...on, "--point", "Where is the statement?", ...BEN);
    await keepPoints();
    desk.world = "answered";
    await desk.act("answer", ledger, "1", "--text", "Number 4711, of 1 September", ...ADA);
    await desk.act("answer", ledger, "2", "--text", "It comes by post", ...ADA);
    await desk.act("point", ...on, "--again", "2", "--text", "It is needed to confirm the balance", ...BEN);
    await desk.act("answer", ledger, "2", "--text", "It came today", ...ADA);
    await desk.act("prepare", ...on, ...ADA);
    await keepPoints();
  },
};

/** Decides, matches, attaches, ticks, asks and notes. */
async function workOn(desk: Desk, on: readonly string[]): Promise<void> {
  const { ledger } = desk;
  const check = JSON.parse(await desk.act("check", ...on, "--json")) as {
    readonly findings: readonly Finding[];
    readonly wallets: readonly {
      readonly userID: number;
      readonly currency: string;
      readonly closing: number;
    }[];
  };
  const [{ userID, currency, closing } = { userID: 0, currency: "", closing: 0 }] = check.wallets;
  const wallet = ["--user", String(userID), "--currency", currency];
  const orphan = check.findings.find(({ rule }) => rule === "orphan-payref");
  const unpaid = check.findings.find(({ rule }) => rule === "paid-without-entry");
  const matched = ["--wallet-id", String(orphan?.walletID), "--pay-id", String(unpaid?.payID)];
  await desk.act("match", ledger, ...matched, "--note", "Paid under another payref", ...ADA);
  const terms = ["--materiality", "2000000", "--fluctuation-amount", "1000", "--fluctuation-percent", "5"];
  await desk.act("file", ledger, ...terms, "--note", "Agreed with the client", ...ADA);
  writeFileSync(desk.path("statement.txt"), `Closing balance: ${closing}\n`);
  await desk.act(
    "attach",
    ledger,
    desk.path("statement.txt"),
    ...on.slice(1),
    "--note",
    "The provider's",
    ...ADA,
  );
  await desk.act("confirm", ...on, ...wallet, "--balance", String(closing), "--evidence", "1", ...ADA);
  const accepted = ["--rule", "chain-break", "--status", "accepted", "--note", "Known to the client"];
  await desk.act("review", ...on, ...accepted, ...ADA);
  const raised = ["--rule", "all", "--status", "raised", "--note", "In our letter"];
  await desk.act("review", ...on, ...raised, "--by", "Chi Eze");
  await desk.keepFile("letter-sent", "letter-sent.docx", "letter", ...on, ...ADA);
  const letter = [ledger, "2026-08/1", "--on", "2026-09-03"];
  await desk.act("letter-sent", ...letter, "--to", "Escrow Ltd", "--how", "By mail", ...ADA);
  await desk.act("letter-answered", ...letter, "--note", "They look into it", ...ADA);
  // The figures contradict the first: earlier months are not signed off.
  await desk.act("tick", ...on, "--step", "1", "--note", "They came before our engagement", ...ADA);
  for (const step of ["2", "3", "4"]) await desk.act("tick", ...on, "--step", step, ...ADA);
  for (const figure of ["inflow", "outflow", "closing"]) {
    await desk.act(
      "fluctuation",
      ...on,
      ...wallet,
      "--figure",
      figure,
      "--note",
      "A large project was paid",
      ...ADA,
    );
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

export const SEEDS = numbers(24);

export const WORLDS: readonly GoldenWorld[] = [
  ...numbers(8).map(fixture),
  ...SEEDS.map(seeded),
  ALL_FAULTS,
  TWO_CURRENCIES,
  SIGNED,
  RETURNED,
];

/** Set in the environment, the window and the printed binder of every world are read, which takes minutes. */
export const EVERY_WORLD = "TIEOUT_EVERY_WORLD";

/**
 * One of each kind: of the first schema and of one that was signed and reopened; accepted and decimals, undecided, a history cut off; and
 * those that are made by hand, in which exceptions are raised.
 */
const KINDS = new Set([
  "schema-1",
  "schema-8",
  "seed-05",
  "seed-03",
  "seed-16",
  "two-currencies",
  "signed",
  "returned",
]);

export function isOfEachKind({ name }: Pick<GoldenWorld, "name">): boolean {
  return KINDS.has(name);
}

/** What is read of them unless all are tried: a month signed, changed since and restated, and one of two currencies. */
const READ_AT_LEAST = new Set(["signed", "two-currencies"]);

/** The worlds whose window and printed binder are read. @param all of which there is one of each kind */
export function readByBrowser(all: boolean): readonly GoldenWorld[] {
  const names = all ? KINDS : READ_AT_LEAST;
  return WORLDS.filter(({ name }) => process.env[EVERY_WORLD] !== undefined || names.has(name));
}

/**
 * Works through worlds.
 *
 * @param onWorld told of each as it begins
 * @param onMonth as that of a desk
 * @returns what each gave, in their order
 */
export async function outputsOf(
  worlds: readonly GoldenWorld[],
  onWorld: (name: string) => void = () => {},
  onMonth?: LookAtMonth,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const { name, fromMs, work } of worlds) {
    onWorld(name);
    using desk = new Desk(name, fromMs, onMonth);
    await work(desk);
    outputs.push(...desk.outputs);
  }
  return outputs;
}
