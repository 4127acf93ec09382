/** The stored responses of a pull, read as they were when received. */
import { TieoutError } from "../../../core/errors.ts";
import { spoolList } from "../../api/json/intake.ts";
import { MAX_RECORD_BODY_BYTES } from "../../api/limits.ts";
import type { Origin } from "../../api/origin.ts";
import type { ListBody, ListEndpoint } from "../../api/json/list-body.ts";
import { readBusinessBody, readUserBody } from "../../api/json/record-body.ts";
import { Spool } from "../../api/json/spool.ts";
import { type BodyRecord, listBodies, readBody } from "../../ledger/pulls/body.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { PullRecord } from "../../ledger/pulls/pull.ts";
import { goOn } from "../shared/cancelled.ts";
import type { ServiceContext } from "../shared/context.ts";
import type { Answers } from "../pull/publish-answers.ts";

/** Whether all responses of a pull are stored still; `bodies` are its own. */
export function areStored(pull: PullRecord, bodies: readonly BodyRecord[]): boolean {
  const has = (endpoint: ListEndpoint) => bodies.some((body) => body.endpoint === endpoint);
  return (
    bodies.every(({ pruned }) => !pruned) &&
    (pull.entries === null || has("wallet")) &&
    (pull.transactions === null || has("transactions"))
  );
}

/**
 * Reads the stored responses of a pull and works with them; lists are in temporary files meanwhile.
 *
 * @throws TieoutError PAYLOAD_*, IMPORT_FORMAT and what else reading responses raises; LEDGER_DISK_FULL;
 *   CANCELLED; LEDGER_CORRUPT when an response cannot be read; what the work raises
 */
export async function withStoredAnswers<T>(
  db: ReadableLedger,
  pull: PullRecord,
  context: ServiceContext,
  work: (answers: Answers) => Promise<T>,
): Promise<T> {
  const spool = new Spool();
  try {
    return await work(await readAnswers(db, pull, spool, context));
  } finally {
    spool.dispose();
  }
}

async function readAnswers(
  db: ReadableLedger,
  pull: PullRecord,
  spool: Spool,
  context: ServiceContext,
): Promise<Answers> {
  const answers = {
    users: [] as Answers["users"][number][],
    businesses: [] as Answers["businesses"][number][],
    wallet: [] as ListBody[],
    transactions: [] as ListBody[],
  };
  for (const body of listBodies(db)) {
    if (body.pullId !== pull.id) continue;
    const { endpoint, name } = body;
    const origin: Origin = { name, kind: pull.source === "files" ? "file" : "answer" };
    const whole = () => wholeOf(db, body);
    if (endpoint === "business") answers.businesses.push(readBusinessBody(whole(), origin));
    else if (endpoint === "user" || endpoint === "login")
      answers.users.push(readUserBody(whole(), endpoint, origin).body);
    else {
      const pieces = piecesOf(db, body, context);
      answers[endpoint].push(await spoolList(pieces, endpoint, origin, spool.newFile(), () => {}));
    }
  }
  return answers;
}

/** @throws TieoutError LEDGER_CORRUPT for one that is larger than any that is taken from the service */
function wholeOf(db: ReadableLedger, body: BodyRecord): Buffer {
  if (body.bytes <= MAX_RECORD_BODY_BYTES) return Buffer.concat([...readBody(db, body)]);
  const sentence = "A stored response is larger than any received response";
  throw new TieoutError("LEDGER_CORRUPT", sentence, { file: db.name, record: `response ${body.id}` });
}

/** A stored response piece by piece; cancellation is checked in between. */
async function* piecesOf(
  db: ReadableLedger,
  body: BodyRecord,
  context: ServiceContext,
): AsyncGenerator<Uint8Array> {
  for (const piece of readBody(db, body)) {
    yield piece;
    await goOn(context);
  }
}
