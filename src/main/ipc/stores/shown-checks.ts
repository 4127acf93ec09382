/**
 * What a window showed last of each ledger: its conclusion, so that opening it again shows that at once. It holds as long
 * as the audit trail ends with the same link; the window checks again all the same.
 */
import { join } from "node:path";
import { z } from "zod";
import type { JsonValue } from "../../../core/canonical.ts";
import { json } from "../../../ipc/values.ts";
import { StoredFile } from "./stored-file.ts";

/** Of so many ledgers, the newest last. */
const MOST = 12;
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
    const known = this.#file.value.checks.find((one) => one.ledger === ledger);
    return known?.head === head && known.request === request ? known.shown : null;
  }

  /** @throws TieoutError OUTPUT_LOST when it cannot be written */
  async keep(check: ShownCheck): Promise<void> {
    if (JSON.stringify(check.shown).length > LONGEST) return;
    await this.#file.change(({ checks }) => {
      const others = checks.filter(({ ledger }) => ledger !== check.ledger);
      return { checks: [...others, check].slice(-MOST) };
    });
  }
}
