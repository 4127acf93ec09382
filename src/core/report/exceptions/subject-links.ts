/** The rows and dates of the records that findings name, with links to them on other sheets. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { type TrailTable, decisionRows } from "../about/trail.ts";
import type { Figures } from "../figures.ts";
import type { Cell } from "../model.ts";
import { entryTime, paymentTime } from "../outstanding/ageing.ts";
import { type OutstandingAt, type OutstandingItem, outstandingAt } from "../outstanding/outstanding-items.ts";
import type { OutstandingTable } from "../outstanding/outstanding.ts";
import type { TransactionTable } from "../records/transactions.ts";
import type { WalletTable } from "../records/wallet.ts";

interface RecordTables {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  /** The items of C2. */
  readonly outstanding: OutstandingTable;
  /** Of D2. */
  readonly trail: TrailTable;
}

/** The links of a finding's ids: to the row on B1 or B2, for one of an earlier period to the item on C2. */
export class SubjectLinks {
  readonly #figures: Figures;
  /** Rows of entries and of transactions, by the ids that findings name. */
  readonly #entries = new Map<number, number>();
  readonly #transactions = new Map<number, number>();
  readonly #tables: RecordTables;
  readonly #outstanding: OutstandingAt;
  /** By a decision's number: its row on D2. */
  readonly #decisions: ReadonlyMap<number, number>;

  constructor(figures: Figures, outstanding: readonly OutstandingItem[], tables: RecordTables) {
    const { input, byWalletID, byPayID } = figures;
    const { entries, transactions } = input.records;
    this.#figures = figures;
    this.#tables = tables;
    this.#outstanding = outstandingAt(outstanding);
    for (const row of input.check.entryOutcomes.order) {
      const id = entries.walletID[row] as number;
      if (byWalletID.has(id)) this.#entries.set(id, row);
    }
    transactions.payID.forEach((id, row) => {
      if (byPayID.has(id)) this.#transactions.set(id, row);
    });
    this.#decisions = decisionRows(input);
  }

  /** When the record of a finding is dated; null when that is not known. */
  timeOf({ walletID, payID }: Finding): number | null {
    // A finding names a walletID or, when it is about a transaction, a payID.
    if (walletID === null) {
      const row = this.#transactions.get(payID ?? -1);
      return row === undefined ? null : paymentTime(this.#figures, row);
    }
    const row = this.#entries.get(walletID);
    return row === undefined ? null : entryTime(this.#figures, row);
  }

  decision(id: number): Cell {
    const at = this.#decisions.get(id);
    return at === undefined ? id : { value: id, link: this.#tables.trail.link("number", at) };
  }

  entry(id: number | null): Cell {
    const row = this.#entries.get(id ?? -1) ?? -1;
    const at = this.#figures.entryAt[row] ?? -1;
    if (at >= 0) return { value: id, link: this.#tables.wallet.link("walletID", at) };
    return this.#item(id, "walletID", this.#outstanding.entry.get(row));
  }

  transaction(id: number | null): Cell {
    const row = this.#transactions.get(id ?? -1) ?? -1;
    const at = this.#figures.transactionAt[row] ?? -1;
    if (at >= 0) return { value: id, link: this.#tables.transactions.link("payID", at) };
    return this.#item(id, "payID", this.#outstanding.transaction.get(row));
  }

  #item(id: number | null, key: "walletID" | "payID", at: number | undefined): Cell {
    return at === undefined ? id : { value: id, link: this.#tables.outstanding.link(key, at) };
  }
}
