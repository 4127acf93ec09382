/**
 * Saved answers in which every row is wrong, to see how memory and time grow with findings:
 * `npx node test/bench/everything-wrong.ts breaks 1000000 FOLDER`, then `/usr/bin/time -v tieout check --wallet FOLDER/wallet.json …`.
 */
import { createWriteStream, mkdirSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { type Entry, entryDocument } from "../../src/core/entry.ts";
import { type Transaction, transactionDocument } from "../../src/core/transaction.ts";
import { OCTOBER_MS, entry, sale } from "../helpers/records.ts";

const [kind = "breaks", count = "1000", folder = "."] = process.argv.slice(2);
const entries = Number(count);

/** Every balance is off by another amount, or every payref is one that nobody has. */
function wrong(walletID: number): Entry {
  const dateCreatedAtMs = OCTOBER_MS + walletID * 1000;
  if (kind === "orphans")
    return entry(walletID, {
      debit: 5,
      balance: 5 * walletID,
      payref: `ORPHAN-${walletID}`,
      dateCreatedAtMs,
    });
  return entry(walletID, { debit: 5, balance: 7 * walletID + (walletID % 1000) * 11, dateCreatedAtMs });
}

function unpaid(payID: number): Transaction {
  return sale(payID, 100, { datePaidAtMs: null });
}

async function write(name: string, documents: Iterable<unknown>): Promise<void> {
  const stream = createWriteStream(join(folder, name));
  stream.write('{"status":200,"data":{"histories":[');
  let separator = "";
  for (const document of documents) {
    if (!stream.write(`${separator}${JSON.stringify(document)}`)) await once(stream, "drain");
    separator = ",\n";
  }
  stream.end("]}}\n");
  await finished(stream);
}

const ALT = { datePaid_alt: "now", dateCreated_alt: "now" };

function* entryDocuments() {
  for (let walletID = entries; walletID > 0; walletID -= 1)
    yield { ...entryDocument(wrong(walletID)), ...ALT };
}

function* transactionDocuments() {
  for (let payID = Math.ceil(entries / 5); payID > 0; payID -= 1) {
    const document = transactionDocument(unpaid(payID));
    yield {
      ...document,
      ...ALT,
      transaction: { ...(document["transaction"] as object), status_alt: "Awaiting payment" },
    };
  }
}

mkdirSync(folder, { recursive: true });
await write("wallet.json", entryDocuments());
await write("transactions.json", transactionDocuments());
