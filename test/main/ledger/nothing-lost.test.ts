/**
 * Whatever the service sends in a record comes back out of the ledger's rows: fields that the interface does not name, at every
 * depth, and named ones whose value stands for nothing. Records are made from the fields' declarations.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonValue, canonicalJson } from "../../../src/core/canonical.ts";
import { ENTRY_FIELDS } from "../../../src/core/records/entry.ts";
import { type DeclaredField, type DeclaredFields, wireFields } from "../../../src/core/records/fields.ts";
import { TRANSACTION_FIELDS } from "../../../src/core/records/transaction.ts";
import { escapeUnstorable } from "../../../src/core/text.ts";
import { listBodies, readBody } from "../../../src/main/ledger/pulls/body.ts";
import { recordFinder } from "../../../src/main/ledger/tables/current-record.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../../src/main/ledger/tables/record-table.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { verifyLedgerFile } from "../../../src/main/services/verify/verify.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { CONTEXT } from "../../helpers/ledgers/signing.ts";
import {
  WIRE_TIME,
  type WireRecord,
  envelope,
  histories,
  wireBusiness,
  wireUser,
} from "../../helpers/wire-records.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const text = fc.oneof(
  fc.constantFrom("", "N/A", "null", "0", "[]", "\u0000", String.raw`\u0000`, "\ud800", "ü€😀", '","x":"'),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const number = fc.oneof(fc.constantFrom(0, 1, -1, 0.5, 1e-7, 1e21), fc.maxSafeInteger());
const keys = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "extra",
    "tasks",
    "detail",
    "rest",
    "",
    "a.b",
    "\u0000",
  ),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, text),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie("any")), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  ),
}));
/** What the interface does not name; `_alt` texts are relative and never kept. */
const unnamed = fc.array(fc.tuple(fc.oneof(keys, fc.constant("fresh_alt")), any), { maxLength: 3 });

/** What a field may hold, in the service's words. */
const values: Readonly<Record<DeclaredField["kind"], fc.Arbitrary<unknown>>> = {
  text,
  integer: fc.oneof(fc.constantFrom(0, 1, -1), fc.maxSafeInteger()),
  time: fc.constantFrom(
    "",
    "N/A",
    "0000-00-00",
    "0000-00-00 00:00:00",
    "Wed, 30 Nov -0001 00:00:00 +0000",
    WIRE_TIME,
  ),
};

function objectOf(fields: DeclaredFields, others: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) {
  const named = Object.fromEntries(
    wireFields(fields).map(({ wire, kind, isSent }) => {
      if (!isSent) return [wire, fc.option(values[kind])];
      return [wire, kind === "time" ? fc.constant(WIRE_TIME) : values[kind]];
    }),
  );
  return fc
    .tuple(unnamed, fc.record({ ...named, ...others }))
    .map(([more, record]): WireRecord => Object.fromEntries([...more, ...Object.entries(record)]));
}

const alts = { datePaid_alt: fc.option(text), dateCreated_alt: fc.option(text) };
const entry = objectOf(ENTRY_FIELDS, alts);

const { head, summary, data, task, customer, fee, state } = TRANSACTION_FIELDS;
const details = {
  "one-time": objectOf(data["one-time"]),
  milestone: objectOf(data.milestone, { list: fc.array(objectOf(task), { maxLength: 3 }) }),
  "crowd-pay": objectOf(data["crowd-pay"]),
  barter: any,
} as const;
const transaction = fc.constantFrom(...Object.keys(details)).chain((cycle) =>
  objectOf(
    { ...head, ...state },
    {
      cycle: fc.constant(cycle),
      transaction: objectOf(summary),
      data: details[cycle as keyof typeof details],
      customer: fc.option(objectOf(customer)),
      fee: objectOf(fee),
      ...alts,
    },
  ),
);

/** Records with ids of their own, the lowest first. */
const list = (record: fc.Arbitrary<WireRecord>, id: string) =>
  fc
    .array(record, { minLength: 1, maxLength: 5 })
    .map((all) => all.map((one, at) => ({ ...one, [id]: at + 1 })));

/** As it is kept: `_alt` texts are left out, and a text that cannot be stored is escaped. */
function kept(value: unknown): JsonValue {
  if (typeof value === "string") return escapeUnstorable(value);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  if (Array.isArray(value)) return value.map(kept);
  const members = Object.entries(value).filter(([key]) => !key.endsWith("_alt"));
  return Object.fromEntries(members.map(([key, member]) => [escapeUnstorable(key), kept(member)]));
}

async function imported(files: Readonly<Record<"wallet" | "transactions" | "user" | "business", string>>) {
  const folder = temporaryFolder();
  const saved = Object.fromEntries(
    Object.entries(files).map(([name, body]) => {
      writeFileSync(join(folder, name), body);
      return [name, join(folder, name)];
    }),
  ) as typeof files;
  const ledger = join(folder, "wallet.tieout");
  const { wallet, transactions, user, business } = saved;
  const lists = { wallet: [wallet], transactions: [transactions], user, business: [business] };
  await importIntoLedger({ ledger, files: lists }, CONTEXT);
  return ledger;
}

test("every field of entries and transactions, named or not, comes back out of the rows", async () => {
  const about = { user: envelope({ user: wireUser() }), business: envelope({ business: wireBusiness() }) };
  const property = fc.asyncProperty(
    list(entry, "walletID"),
    list(transaction, "payID"),
    async (entries, transactions) => {
      const lists = {
        wallet: histories(entries.toReversed()),
        transactions: histories(transactions.toReversed()),
      };
      const ledger = await imported({ ...about, ...lists });
      readLedger(ledger, (db) => {
        const idsOf = (records: readonly unknown[]) => records.map((_, at) => at + 1);
        const held = recordFinder(db, ENTRY_TABLE)(idsOf(entries));
        for (const [at, sent] of entries.entries()) {
          const found = held.get(at + 1);
          expect(found && canonicalJson(ENTRY_TABLE.document(found))).toBe(canonicalJson(kept(sent)));
        }
        const payments = recordFinder(db, PAYMENT_TABLE)(idsOf(transactions));
        for (const [at, sent] of transactions.entries()) {
          const found = payments.get(at + 1);
          // The label of its status is shown and never compared.
          const { status_alt: _, ...summarised } = sent["transaction"] as WireRecord;
          const wanted = kept({ ...sent, transaction: summarised });
          expect(found && canonicalJson(PAYMENT_TABLE.document(found))).toBe(canonicalJson(wanted));
          expect(found?.statusAlt).toBe(kept((sent["transaction"] as WireRecord)["status_alt"]));
        }
      });
      const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
      expect(problems).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: timesOf(13, 40) });
});

test("every field of a user and of a business is in the stored responses, but for tokens", async () => {
  const property = fc.asyncProperty(unnamed, unnamed, async (ofUser, ofBusiness) => {
    const [user, business] = [
      { ...Object.fromEntries(ofUser), ...wireUser() },
      { ...Object.fromEntries(ofBusiness), ...wireBusiness() },
    ];
    const ledger = await imported({
      wallet: histories([]),
      transactions: histories([]),
      user: envelope({ user }),
      business: envelope({ business }),
    });
    const stored = readLedger(ledger, (db) =>
      Object.fromEntries(
        listBodies(db).map((body) => [
          body.endpoint,
          JSON.parse(Buffer.concat([...readBody(db, body)]).toString()) as { data: WireRecord },
        ]),
      ),
    );
    expect(stored["user"]?.data["user"]).toEqual({ ...user, token: "[redacted]" });
    expect(stored["business"]?.data["business"]).toEqual(business);
  });
  await fc.assert(property, { numRuns: timesOf(6, 20) });
});
