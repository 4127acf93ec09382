/** The keys that sign what their owners do in a window: those that the keychain keeps, and those that the host was started with. */
import { join } from "node:path";
import { z } from "zod";
import { TieoutError } from "../../../core/errors.ts";
import { type SigningKey, exportedKey, importedKey } from "../../services/backup/key-file.ts";
import type { ServiceContext } from "../../services/shared/thread-messages.ts";
import type { SecretKeeper } from "./connections.ts";
import { StoredFile } from "./stored-file.ts";

/** By public key the keychain's ciphertext of the private one, base64. */
const schema = z.object({ keys: z.record(z.string(), z.string()) });

export class OwnKeys {
  readonly #file: StoredFile<z.infer<typeof schema>>;
  readonly #keeper: SecretKeeper;
  #keys: readonly SigningKey[];
  /** One after the other: nobody is asked twice at once. */
  #unlocking: Promise<void> = Promise.resolve();

  constructor(dataFolder: string, keeper: SecretKeeper, given: ServiceContext["keys"]) {
    this.#file = new StoredFile(join(dataFolder, "keys.json"), schema, { keys: {} });
    this.#keeper = keeper;
    this.#keys = given?.keys ?? [];
  }

  /** Those that can be signed with now. */
  get held(): ServiceContext["keys"] {
    return { keys: this.#keys, isAsked: false };
  }

  /** Reads those that the keychain keeps and that it did not give out before. One that it does not give out signs nothing. */
  async unlock(): Promise<void> {
    this.#unlocking = this.#unlocking.then(async () => this.#unlock());
    return this.#unlocking;
  }

  async #unlock(): Promise<void> {
    for (const [key, ciphertext] of Object.entries(this.#file.value.keys)) {
      if (this.#keys.some((one) => one.key === key)) continue;
      const found = await this.#reveal(ciphertext);
      if (found !== null) this.#keys = [...this.#keys, found];
    }
  }

  async #reveal(ciphertext: string): Promise<SigningKey | null> {
    try {
      return importedKey(await this.#keeper.reveal(Buffer.from(ciphertext, "base64")));
    } catch (error) {
      if (error instanceof TieoutError) return null;
      throw error;
    }
  }

  /** @throws TieoutError SECRET_UNPROTECTED where the system offers no keychain; OUTPUT_LOST */
  async keep(key: SigningKey): Promise<void> {
    const ciphertext = await this.#protect(exportedKey(key));
    await this.#file.change(({ keys }) => ({ keys: { ...keys, [key.key]: ciphertext } }));
    this.#keys = [...this.#keys, key];
  }

  /** @returns base64 */
  async #protect(text: string): Promise<string> {
    try {
      return Buffer.from(await this.#keeper.protect(text)).toString("base64");
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code !== "SECRET_UNPROTECTED") throw error;
      const sentence = "There is no keychain here that could keep a key";
      const remedy =
        "Nothing was written. Make a key in a file with `tieout key new`, and start the window with `tieout serve --sign-with`.";
      throw new TieoutError("SECRET_UNPROTECTED", sentence, { remedy }, error);
    }
  }

  /** Forgets one that was never enrolled. */
  async forget({ key }: SigningKey): Promise<void> {
    this.#keys = this.#keys.filter((one) => one.key !== key);
    await this.#file.change(({ keys }) => {
      const { [key]: _, ...others } = keys;
      return { keys: others };
    });
  }
}
