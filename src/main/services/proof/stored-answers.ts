/** The stored responses of a pull, read as they were when received. */
import { hash } from "node:crypto";
import { TieoutError } from "../../../core/errors.ts";
import { spoolList } from "../../api/intake.ts";
import { MAX_RECORD_BODY_BYTES } from "../../api/encoding.ts";
import type { Origin } from "../../api/origin.ts";
import type { ListBody, ListEndpoint } from "../../api/list-body.ts";
import { readBusinessBody, readUserBody } from "../../api/record-body.ts";
import { Spool } from "../../api/spool.ts";
import { type BodyRecord, listBodies, readBody } from "../../ledger/pulls/body.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { type PullRecord, listPulls, type PullRemarks, readRemarks } from "../../ledger/trail/pull.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { PackingThread, WORTH_PACKING_BESIDE } from "../import/packing-thread.ts";
import type { Answers } from "../import/publish-answers.ts";

/** A pull with its own responses. */
export interface StoredPull extends PullRecord {
  readonly bodies: readonly BodyRecord[];
  readonly remarks: PullRemarks;
  /** Whether its lists are read as earlier versions did, see `ListBody`. */
  readonly isReadEarlier?: boolean;
}

/** All pulls with their responses, oldest first. */
export function listStoredPulls(db: ReadableLedger): StoredPull[] {
  const byPull = Map.groupBy(listBodies(db), ({ pullId }) => pullId);
  const remarksOf = readRemarks(db);
  return listPulls(db).map((pull) => ({
    ...pull,
    bodies: byPull.get(pull.id) ?? [],
    remarks: remarksOf(pull.id),
  }));
}

/** Whether all responses of a pull are stored still. */
export function areStored({ bodies, ...pull }: Omit<StoredPull, "remarks" | "isReadEarlier">): boolean {
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
 * @param work is given a thread that was started for large ones, while they were read; null for others
 * @throws TieoutError AUDIT_MISMATCH for bytes that are not those received; PAYLOAD_*, IMPORT_FORMAT and what
 *   else reading responses raises; LEDGER_DISK_FULL; CANCELLED; LEDGER_CORRUPT when a response cannot be
 *   read; what the work raises
 */
export async function withStoredAnswers<T>(
  db: ReadableLedger,
  pull: StoredPull,
  context: ServiceContext,
  work: (answers: Answers, thread: PackingThread | null) => Promise<T>,
): Promise<T> {
  const spool = new Spool();
  const bytes = pull.bodies.reduce((sum, body) => sum + body.bytes, 0);
  const thread = bytes < WORTH_PACKING_BESIDE ? null : new PackingThread();
  try {
    return await work(await readAnswers(db, pull, spool, context, thread), thread);
  } finally {
    await thread?.stop();
    spool.dispose();
  }
}

async function readAnswers(
  db: ReadableLedger,
  pull: StoredPull,
  spool: Spool,
  context: ServiceContext,
  thread: PackingThread | null,
): Promise<Answers> {
  const lastWallet = pull.bodies.findLast(({ endpoint }) => endpoint === "wallet");
  const answers = {
    users: [] as Answers["users"][number][],
    businesses: [] as Answers["businesses"][number][],
    wallet: [] as ListBody[],
    transactions: [] as ListBody[],
  };
  for (const body of pull.bodies) {
    const { endpoint, name } = body;
    const origin: Origin = { name, kind: pull.source === "files" ? "file" : "answer" };
    const whole = () => {
      const bytes = wholeOf(db, body);
      assertReceived(body, { bytes: bytes.length, sha256: hash("sha256", bytes) });
      return bytes;
    };
    if (endpoint === "business") answers.businesses.push(readBusinessBody(whole(), origin));
    else if (endpoint === "user" || endpoint === "login")
      answers.users.push(readUserBody(whole(), endpoint, origin).body);
    else {
      const pieces = piecesOf(db, body, context);
      const list = await spoolList(pieces, endpoint, origin, spool.newFile(), () => {});
      assertReceived(body, list);
      answers[endpoint].push({ ...list, isReadEarlier: pull.isReadEarlier });
      if (body === lastWallet) thread?.begin(answers.wallet);
    }
  }
  return answers;
}

/** @throws TieoutError AUDIT_MISMATCH for bytes that are not those received */
function assertReceived(
  { bytes, sha256, pullId, name }: BodyRecord,
  read: Pick<ListBody, "bytes" | "sha256">,
) {
  if (read.bytes === bytes && read.sha256 === sha256) return;
  const sentence = "A stored response differs from what was received";
  throw new TieoutError("AUDIT_MISMATCH", sentence, { record: `pull ${pullId}, ${name}` });
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
