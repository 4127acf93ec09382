/** A ledger in several currencies, made by importing saved responses. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { transactionsBody, walletBody } from "../bodies.ts";
import { temporaryFolder } from "../cli.ts";
import { type CurrencyWorld, threeCurrencies } from "./currency-world.ts";
import { CONTEXT } from "./review-ledger.ts";
import { type WireRecord, envelope, wireBusiness } from "../wire-records.ts";

/** October in naira, cedis, dollars that no wallet is in, and a currency that nobody names, or another world; nothing is matched by hand. */
export async function ledgerInCurrencies(
  world: Omit<CurrencyWorld, "matches"> = threeCurrencies(),
  user: WireRecord | null = null,
): Promise<string> {
  const folder = temporaryFolder();
  const saved = (name: string, body: string) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, body);
    return path;
  };
  const { entries, transactions, businesses } = world;
  const business = businesses.map(({ businessID, userID, name, currency }) =>
    saved(
      `business-${businessID}`,
      envelope({
        business: wireBusiness({
          businessID,
          userID,
          businessname: name,
          businesscurrency: currency,
        }),
      }),
    ),
  );
  const ledger = join(folder, "currencies.tieout");
  const wallet = [saved("wallet", walletBody(entries))];
  const files = {
    wallet,
    transactions: [saved("all", transactionsBody(transactions))],
    user: user === null ? null : saved("user", envelope({ user })),
    business,
  };
  await importIntoLedger({ ledger, files }, CONTEXT);
  return ledger;
}
