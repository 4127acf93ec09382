/** Refuses a list that holds the caller's own key or password: lists are stored exactly as they come. */
import type { Bytes } from "../json/intake.ts";
import { type Origin, payloadError } from "../origin.ts";
import type { NamedSecret } from "./secret.ts";

/** A shorter secret, or one of digits alone, could be a part of any word or amount. */
const TELLING_LENGTH = 8;

/** Looks for secrets in one response while it comes. */
export class SecretWatch {
  readonly #forms: readonly Form[];
  /** How many bytes of a piece the next one may continue. */
  readonly #reach: number;
  #found: Form | null = null;

  constructor(secrets: readonly NamedSecret[]) {
    this.#forms = secrets.flatMap(formsOf);
    this.#reach = Math.max(0, ...this.#forms.map(({ bytes }) => bytes.length - 1));
  }

  /** The same bytes, as they come. */
  async *over(content: Bytes): AsyncGenerator<Uint8Array> {
    let before = Buffer.alloc(0);
    for await (const chunk of content) {
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#look(Buffer.concat([before, piece.subarray(0, this.#reach)]));
      this.#look(piece);
      const end = Buffer.concat([before, piece.subarray(Math.max(0, piece.length - this.#reach))]);
      before = end.subarray(Math.max(0, end.length - this.#reach));
      yield chunk;
    }
  }

  #look(piece: Buffer): void {
    this.#found ??= this.#forms.find(({ bytes }) => piece.includes(bytes)) ?? null;
  }

  /** @throws TieoutError PAYLOAD_SECRET where one was seen */
  assertNone(origin: Origin): void {
    if (this.#found === null) return;
    throw payloadError("PAYLOAD_SECRET", `The response holds your ${this.#found.name}`, origin);
  }
}

/** A secret's bytes as JSON writes it. */
interface Form {
  readonly name: string;
  readonly bytes: Buffer;
}

function formsOf({ name, text }: NamedSecret): Form[] {
  if (text.length < TELLING_LENGTH || /^\d+$/u.test(text)) return [];
  const plain = JSON.stringify(text).slice(1, -1);
  const ascii = plain.replaceAll(/[^\0-\u007f]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
  const forms = [plain, ascii].flatMap((form) => [form, form.replaceAll("/", String.raw`\/`)]);
  return [...new Set(forms)].map((form) => ({ name, bytes: Buffer.from(form, "utf8") }));
}
