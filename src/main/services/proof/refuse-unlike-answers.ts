/** Proves pulls from their stored responses before figures are signed that rest on them. */
import type { ComparedPulls } from "../../../core/words/proof.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { answersId } from "../../ledger/trail/counting.ts";
import { problemError } from "../../ledger/proof/rows.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { walkPulls } from "./compare-pulls.ts";

/** Ledgers, as of their newest pull or pruning, whose pulls agree with their stored responses. */
const AGREEING = new Map<string, ComparedPulls>();
/** A practice's ledgers are closed one after the other, and a window closes one. */
const MOST_REMEMBERED = 100;

/**
 * Refuses a ledger where a pull brought something else than its stored responses give. That rows and small
 * tables are what the links say is compared elsewhere: what was proven of a link holds as long as it is there.
 *
 * @returns which pulls were compared
 * @throws TieoutError AUDIT_MISMATCH naming the first record; otherwise as `walkPulls`
 */
export async function refuseUnlikeAnswers(
  db: ReadableLedger,
  context: ServiceContext,
): Promise<ComparedPulls> {
  const id = answersId(db);
  const known = AGREEING.get(id);
  if (known !== undefined) return known;
  const { problems, pulls } = await walkPulls(db, [], context, () => Promise.resolve());
  const [problem] = problems;
  if (problem !== undefined) throw problemError(problem, db.name);
  if (AGREEING.size >= MOST_REMEMBERED) AGREEING.clear();
  AGREEING.set(id, pulls);
  return pulls;
}
