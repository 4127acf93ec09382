/**
 * What rules of another version may have kept otherwise of a pull: records that came in several copies, and
 * texts with escaped characters (docs/decisions/0030). All other rows are compared as ever.
 */
import type { JsonValue } from "../../../core/canonical.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";

/** A record as the stored responses of its pull give it. */
interface GivenRecord {
  readonly table: "entry" | "payment";
  readonly id: number;
  /** null where they give none. */
  readonly document: JsonValue;
}

/** What looks like an escape in a text, as JSON writes it. */
const ESCAPE = String.raw`\\u`;

export class OtherRules {
  readonly #copies: Readonly<Record<GivenRecord["table"], ReadonlySet<number>>>;
  readonly #excused = new Set<string>();

  /** @param passing holds the pull as its stored responses give it; the ledger itself could say anything */
  constructor(passing: ReadableLedger, pull: number) {
    const copied = ({ name, idColumn }: { readonly name: string; readonly idColumn: string }) =>
      new Set(
        passing
          .prepare<[number], number>(`SELECT DISTINCT ${idColumn} FROM ${name}_copy WHERE pull_id = ?`)
          .pluck()
          .all(pull),
      );
    this.#copies = { entry: copied(ENTRY_TABLE), payment: copied(PAYMENT_TABLE) };
  }

  /** Whether the pull has records that came in several copies, which some of its counts depend on. */
  get hasCopies(): boolean {
    return this.#copies.entry.size + this.#copies.payment.size > 0;
  }

  /** How many records were not compared. */
  get records(): number {
    return this.#excused.size;
  }

  /** Whether the rules alone may be why the ledger has a record otherwise. */
  excuses({ table, id, document }: GivenRecord): boolean {
    const isOfRules = this.#copies[table].has(id) || JSON.stringify(document).includes(ESCAPE);
    if (isOfRules) this.#excused.add(`${table} ${id}`);
    return isOfRules;
  }
}
