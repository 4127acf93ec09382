/** The text of a successful response in pieces, because a long list is longer than the longest string. */

/** One or many records, and the envelope around them. */
export interface SuccessBody {
  readonly open: string;
  readonly records: Iterable<Readonly<Record<string, unknown>>>;
  readonly close: string;
}

/** About this many characters are written at once. */
const PIECE_LENGTH = 64 * 1024;

/** `{status, data: {[key]: record}}` */
export function recordBody(key: "user" | "business", record: Readonly<Record<string, unknown>>): SuccessBody {
  return { open: `{"status":200,"data":{"${key}":`, records: [record], close: "}}" };
}

/** `{status, data: {histories: records}}`; the records are asked for while the response is written. */
export function listAnswer(records: SuccessBody["records"]): SuccessBody {
  return { open: '{"status":200,"data":{"histories":[', records, close: "]}}" };
}

/**
 * The response's text in pieces.
 *
 * @param write a record's JSON, by its place from 0
 */
export function* piecesOf(
  { open, records, close }: SuccessBody,
  write: (record: Readonly<Record<string, unknown>>, place: number) => string = (record) =>
    JSON.stringify(record),
): Generator<string, void, void> {
  let piece = open;
  let place = 0;
  for (const record of records) {
    piece += place === 0 ? write(record, place) : `,${write(record, place)}`;
    place += 1;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  yield piece + close;
}
