import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { ENDPOINTS } from "../../src/main/api/http/exchange.ts";
import {
  businessEnvelope,
  loginEnvelope,
  transactionsEnvelope,
  userEnvelope,
  walletHistoryEnvelope,
} from "../../src/main/api/schemas.ts";
import { SANDBOX_ENDPOINTS } from "../../sandbox/serve-world.ts";
import { complaints, description, resolve } from "./description.ts";
import { GONE, changed, pathsOf } from "./mutations.ts";

const ENVELOPES: readonly [name: string, schema: string, zod: z.ZodType][] = [
  ["Transactions", "TransactionsEnvelope", transactionsEnvelope],
  ["WalletHistory", "WalletHistoryEnvelope", walletHistoryEnvelope],
  ["Login", "LoginEnvelope", loginEnvelope],
  ["User", "UserEnvelope", userEnvelope],
  ["Business", "BusinessEnvelope", businessEnvelope],
];

function exampleOf(name: string): unknown {
  return description.components.examples[name]?.["value"];
}

describe("the description", () => {
  test("has the client's and the sandbox's endpoints, no more and no fewer", () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = (endpoints: readonly { method: string; paths: readonly string[] }[]) =>
      endpoints.flatMap(({ method, paths }) => paths.map((path) => `${method} /sandbox/index${path}`));
    expect(described.toSorted()).toEqual(routes(Object.values(ENDPOINTS)).toSorted());
    expect(described.toSorted()).toEqual(routes(SANDBOX_ENDPOINTS).toSorted());
  });

  test("resolves every reference, and describes every field", () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/gu)].map(([, to]) => to!);
    expect(references.length).toBeGreaterThan(150);
    for (const reference of references) resolve(reference);
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      expect([name, typeof schema["description"]]).toEqual([name, "string"]);
    }
  });

  test("names each operation once", () => {
    const ids = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation["operationId"]),
    );
    expect(new Set(ids).size).toBe(6);
  });

  test.each(ENVELOPES)(
    "gives an example that it and the client's schemas accept: %s",
    (name, schema, zod) => {
      expect(complaints(schema, exampleOf(name))).toEqual([]);
      expect(zod.safeParse(exampleOf(name)).error).toBeUndefined();
    },
  );
});

/** What zod refuses and a pattern cannot: a day that its month has not, a weekday that is not the date's. */
const BEYOND_A_PATTERN: readonly unknown[] = [
  "Tue, 31 Feb 2026 08:30:00 +0000",
  "Mon, 31 Oct 2026 08:30:00 +0000",
];

const KINDS: readonly unknown[] = [GONE, null, true, false, "", "N/A", "12", "text", [], {}, [null], [{}]];
const NUMBERS = [0, -0, 1, -1, 200, 201, 1.5, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300];
const CYCLES = ["one-time", "milestone", "crowd-pay", "barter"];
const TIMES = [
  "Sat, 31 Oct 2026 08:30:00 +0000",
  "Saturday, 31 Oct 2026 08:30:00 +0000",
  "sat, 31 Oct 2026 08:30:00 +0000",
  " Sat, 31 Oct 2026 08:30:00 +0000",
  "Sat, 31 Oct 2026 08:30:00 +0000\n",
  "Sat, 31 Oct 2026 24:30:00 +0000",
  "Sat, 31 Oct 2026 08:30:00 +0100",
  "Sat, 31 Oct 2026 08:30:00 -1045",
  "Sat, 31 Oct 2026 08:30:00 +2400",
  "Sat, 31 Oct 2026 08:30:00 +0060",
  "Wed, 30 Nov -0001 00:00:00 +0000",
  "0000-00-00 00:00:00",
  "Sat, 32 Oct 2026 08:30:00 +0000",
  "2026-10-31T08:30:00Z",
];
const ODD = [...KINDS, ...NUMBERS, ...CYCLES, ...TIMES, ...BEYOND_A_PATTERN];

describe("zod and the description accept and refuse the same, whatever one value becomes", () => {
  test.each(ENVELOPES)("%s", (name, schema, zod) => {
    const example = exampleOf(name);
    let refused = 0;
    for (const path of pathsOf(example)) {
      for (const put of ODD) {
        const mutant = changed(example, path, put);
        const byZod = zod.safeParse(mutant).success;
        const byDescription = complaints(schema, mutant).length === 0;
        if (BEYOND_A_PATTERN.includes(put) && byDescription) continue;
        const where = `${path.join(".")} ← ${put === GONE ? "gone" : JSON.stringify(put)}`;
        expect(`${where}: ${byDescription}`).toBe(`${where}: ${byZod}`);
        refused += byZod ? 0 : 1;
      }
    }
    expect(refused).toBeGreaterThan(300);
  });

  test("zod also refuses what no pattern can express", () => {
    const path = ["data", "histories", "0", "dateCreated"];
    for (const put of BEYOND_A_PATTERN) {
      const mutant = changed(exampleOf("WalletHistory"), path, put);
      expect(walletHistoryEnvelope.safeParse(mutant).success).toBe(false);
      expect(complaints("WalletHistoryEnvelope", mutant)).toEqual([]);
    }
  });

  test.each(ENVELOPES)("both refuse what is not an envelope: %s", (_name, schema, zod) => {
    for (const value of [null, [], "x", 5, true, {}, { status: 200 }, { status: 200, data: null }]) {
      expect(complaints(schema, value)).not.toEqual([]);
      expect(zod.safeParse(value).success).toBe(false);
    }
  });
});
