/**
 * What windows showed last: conclusions on ledgers as they stand, so that opening it again shows that at
 * once. It holds as long as the audit trail ends with the same link; the window checks again all the same.
 */
import { join } from "node:path";
import { z } from "zod";
import type { JsonValue } from "../../../core/canonical.ts";
import { json } from "../../../ipc/values.ts";
import { StoredFile } from "./stored-file.ts";

/** So many of all ledgers, the newest last. */
const MOST = 24;
/** In characters of JSON. A conclusion of thousands of wallets is found out again. */
const LONGEST = 200_000;

const schema = z.object({
  checks: z.array(
    z.object({
      ledger: z.string(),
      /** Hash of the trail's newest link. */
      head: z.string(),
      /** What was asked for, in the window's words. */
      request: z.string(),
      shown: json,
    }),
  ),
});
type ShownCheck = z.infer<typeof schema>["checks"][number];

export class ShownChecks {
  readonly #file: StoredFile<z.infer<typeof schema>>;

  constructor(dataFolder: string) {
    this.#file = new StoredFile(join(dataFolder, "shown-checks.json"), schema, { checks: [] });
  }

  /** null where nothing is known of it as it stands. */
  find({ ledger, head, request }: Omit<ShownCheck, "shown">): JsonValue {
    const { checks } = this.#file.value;
    const known = checks.find((one) => one.ledger === ledger && one.head === head && one.request === request);
    return known?.shown ?? null;
  }

  /** @throws TieoutError OUTPUT_LOST when it cannot be written */
  async keep(check: ShownCheck): Promise<void> {
    if (JSON.stringify(check.shown).length > LONGEST) return;
    await this.#file.change(({ checks }) => {
      const others = checks.filter(
        ({ ledger, head, request }) =>
          ledger !== check.ledger || (head === check.head && request !== check.request),
      );
      return { checks: [...others, check].slice(-MOST) };
    });
  }
}
