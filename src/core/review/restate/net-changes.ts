/** Net changes of signed months: a change and its reversal count for nothing. */
import { type JsonValue, canonicalJson } from "../../canonical.ts";
import type { Month } from "../close/close.ts";
import type { Restatement } from "./restatements.ts";

/** A record since a month was signed. */
interface RecordSince {
  readonly wasThere: boolean;
  isThere: boolean;
  /** By field: what it was when the month was signed, and is now. */
  readonly fields: Map<string, { readonly was: string; is: string }>;
}

/** Adds up, by month whose signature is in force, what restatements did to each record. */
export class NetChanges {
  readonly #months = new Map<Month, Map<string, RecordSince>>();

  /** Takes the next change; they come in the order in which they were brought. */
  add({ signature, walletID, payID, kind, fields }: Restatement): void {
    if (signature?.stillInForce !== true) return;
    const records = this.#months.get(signature.month) ?? new Map<string, RecordSince>();
    this.#months.set(signature.month, records);
    const key = `${walletID} ${payID}`;
    const isNew = kind === "back-dated" || kind === "returned";
    const record = records.get(key) ?? { wasThere: !isNew, isThere: !isNew, fields: new Map() };
    records.set(key, record);
    record.isThere = kind !== "vanished";
    for (const { field, before, after } of fields) {
      const known = record.fields.get(field);
      if (known === undefined) record.fields.set(field, { was: textOf(before), is: textOf(after) });
      else known.is = textOf(after);
    }
  }

  /** How many records of each month are there or not, or say something, otherwise than when it was signed. */
  counts(): Map<Month, number> {
    const counts = new Map<Month, number>();
    for (const [month, records] of this.#months) {
      const differing = [...records.values()].filter(differs).length;
      if (differing > 0) counts.set(month, differing);
    }
    return counts;
  }
}

function differs({ wasThere, isThere, fields }: RecordSince): boolean {
  if (wasThere !== isThere) return true;
  return isThere && [...fields.values()].some(({ was, is }) => was !== is);
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}
