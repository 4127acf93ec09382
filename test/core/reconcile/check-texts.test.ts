import { expect, test } from "vitest";
import { checkDocument, checkDocumentTexts } from "../../../src/core/reconcile/check-document.ts";
import { check, entry, sale } from "../../helpers/records.ts";

/** A check with so many chain breaks, one orphan and one payment without an entry. */
function broken(breaks: number) {
  const entries = Array.from({ length: breaks }, (_, at) =>
    entry(at + 1, { debit: 5, balance: 7 * at + (at % 10) * 11, payref: at === 0 ? "Nobody's ü\n" : "" }),
  );
  return check({ entries, transactions: breaks === 0 ? [] : [sale(1, 100)] });
}

test.each([0, 1, 98, 99, 100, 101, 350])(
  "writes the document of a check with %i breaks to the same bytes in pieces",
  (breaks) => {
    const result = broken(breaks);
    const texts = [...checkDocumentTexts(result)];
    expect(texts.join("")).toBe(JSON.stringify(checkDocument(result, "info")));
    const items = [result.findings, result.causes.items];
    const pieces = items.map((list) => Math.ceil(list.length / 100));
    expect(texts.length).toBe(pieces.reduce((sum, count) => sum + count, 3));
  },
);
