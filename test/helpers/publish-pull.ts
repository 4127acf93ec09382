/** Publishes a pull whose records are in memory, at once. */
import type { BodyEndpoint } from "../../src/main/ledger/trail/pull-payload.ts";
import { type NewBody, compressBytes } from "../../src/main/ledger/pulls/body.ts";
import { transactionsBody, walletBody } from "./bodies.ts";
import { sha256 } from "./records.ts";
import { envelope, wireBusiness, wireUser } from "./wire-records.ts";
import type { Entry } from "../../src/core/records/entry.ts";
import type { Transaction } from "../../src/core/records/transaction.ts";
import type { Sent } from "../../src/core/sent.ts";
import { writeAlone } from "../../src/main/ledger/file/audit.ts";
import type { WritableLedger } from "../../src/main/ledger/file/connection.ts";
import { type PullFacts, type PullSummary, publishing } from "../../src/main/ledger/pulls/publish.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../src/main/ledger/tables/record-table.ts";
import { type RowBatch, RowPacker } from "../../src/main/ledger/tables/row-batch.ts";

/** A pull with its records in batches, ascending for speed; null without such a list: nothing vanishes. */
export interface PullContent extends PullFacts {
  readonly entries: Iterable<readonly Entry[]> | null;
  readonly transactions: Iterable<readonly Transaction[]> | null;
}

export function publishPull(
  db: WritableLedger,
  content: PullContent,
  context: Parameters<typeof publishing>[2],
): PullSummary {
  const packer = new RowPacker();
  const rows = {
    ...content,
    entries: content.entries && packEach(packer, ENTRY_TABLE, content.entries),
    transactions: content.transactions && packEach(packer, PAYMENT_TABLE, content.transactions),
  };
  return writeAlone(db, () => {
    const steps = publishing(db, rows, context);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  });
}

function* packEach<R extends Sent>(
  packer: RowPacker,
  table: RecordTable<R>,
  batches: Iterable<readonly R[]>,
): Generator<RowBatch> {
  for (const batch of batches) yield packer.pack(table, batch);
}

/** A pull with the responses that give its records. */
export function answered(content: PullContent): PullContent {
  const { entries, transactions, user, businesses } = content;
  const bodies: NewBody[] = [];
  if (user !== null) {
    const { userID, name, email, phone, country, defaultCurrency: default_currency, businessID } = user;
    const fields = { userID, name, email, phone, country, default_currency, businessID, token: "[removed]" };
    bodies.push(body("user.json", envelope({ user: wireUser(fields) }), "user"));
  }
  for (const { businessID, userID, name: businessname, currency: businesscurrency } of businesses) {
    const business = wireBusiness({ businessID, userID, businessname, businesscurrency });
    bodies.push(body(`business-${businessID}.json`, envelope({ business }), "business"));
  }
  if (entries !== null) bodies.push(body("wallet.json", walletBody([...entries].flat().toReversed())));
  if (transactions !== null)
    bodies.push(body("transactions.json", transactionsBody([...transactions].flat()), "transactions"));
  return { ...content, bodies };
}

/** A response as the ledger keeps it. */
export function body(name: string, text: string, endpoint: BodyEndpoint = "wallet"): NewBody {
  const bytes = Buffer.from(text);
  return {
    endpoint,
    name,
    sha256: sha256(text),
    bytes: bytes.length,
    compressed: compressBytes(bytes),
  };
}
