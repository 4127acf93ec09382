/** The restatement register of `tieout restatements --json` (`tieout.restatements/1`), times as RFC 3339. */
import { withInstant } from "../../time.ts";
import type { LastLooks } from "./last-looks.ts";
import type { RestatementRegister } from "./restatements.ts";
import type { SignedChange } from "./register-timeline.ts";

interface ToldRegister extends RestatementRegister {
  readonly signedChanges: readonly SignedChange[];
  readonly lastLooks: LastLooks;
  readonly shows: string;
}

export function restatementsDocument(register: ToldRegister) {
  const { restatements, total, closings, signedChanges, lastLooks, shows } = register;
  return {
    schema: "tieout.restatements/1",
    shows,
    total,
    closings,
    signedChanges,
    lastLooks: lastLooksDocument(lastLooks),
    restatements: restatements.map(({ signature, ...rest }) => ({
      ...withInstant(rest),
      signature: withInstant(signature),
    })),
  };
}

/** How far back pulls looked, as every JSON output has it. */
export function lastLooksDocument({ newest, months }: LastLooks) {
  const oldest = newest?.oldest ?? null;
  return {
    newest:
      newest === null
        ? null
        : {
            pullId: newest.pullId,
            oldest: oldest === null ? null : withInstant({ walletID: oldest.walletID, atMs: oldest.atMs }),
          },
    months: months.map(({ month, pullId, atMs }) => withInstant({ month, lookedAtWholeBy: pullId, atMs })),
  };
}
