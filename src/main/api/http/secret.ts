/** The caller's credentials, kept so that printing or serialising never shows them. */
import { REDACTED } from "../redactor.ts";
import { inspect } from "node:util";
import { TieoutError } from "../../../core/errors.ts";

/** The form of the secret key in the Authorization header; the interface leaves it open. */
export type AuthorizationForm = "key" | "basic" | "bearer";

export interface CredentialTexts {
  readonly secretKey: string;
  readonly appId: string;
  /** International format; without it and the password there is no login. */
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
}

/** A secret of the caller, and what it is called. */
export interface NamedSecret {
  readonly name: string;
  readonly text: string;
}

/** A shorter app id could be a part of any word. */
const TELLING_LENGTH = 5;

/** Refuses what cannot be in a header, before anything is sent. */
function assertHeaderText(value: string, name: string): void {
  if (value === "") throw new TieoutError("SECRET_MISSING", `The ${name} is missing`);
  const storable =
    /^[\u0021-\u007e\u00a1-\u00ff](?:[\u0020-\u007e\u00a0-\u00ff]*[\u0021-\u007e\u00a1-\u00ff])?$/u;
  if (storable.test(value)) return;
  throw new TieoutError(
    "SECRET_FORMAT",
    `The ${name} has a line break, a control character, a leading or trailing space, or another character that HTTP headers do not allow`,
  );
}

/** Holds the credentials so that no printing, logging or serialising shows them. */
export class Credentials {
  readonly #texts: CredentialTexts;

  /** @throws TieoutError SECRET_MISSING, SECRET_FORMAT for the key or the app id */
  constructor(texts: CredentialTexts) {
    assertHeaderText(texts.secretKey, "secret key");
    assertHeaderText(texts.appId, "app id");
    this.#texts = { ...texts };
  }

  get canLogIn(): boolean {
    return Boolean(this.#texts.phone) && Boolean(this.#texts.password);
  }

  get appId(): string {
    return this.#texts.appId;
  }

  /** The value of the Authorization header. For `basic` the key is the user and the password is empty. */
  authorization(form: AuthorizationForm): string {
    const { secretKey } = this.#texts;
    if (form === "key") return secretKey;
    if (form === "bearer") return `Bearer ${secretKey}`;
    return `Basic ${Buffer.from(`${secretKey}:`, "latin1").toString("base64")}`;
  }

  /** The login's request body. @throws TieoutError SECRET_MISSING when there is no phone or no password */
  loginBody(): string {
    const { phone, password } = this.#texts;
    if (!phone || !password) {
      throw new TieoutError("SECRET_MISSING", "A login needs a phone number and a password");
    }
    return JSON.stringify({ phone, password });
  }

  /** What must never be shown or stored. */
  secrets(): readonly NamedSecret[] {
    const { secretKey, password = "" } = this.#texts;
    return [
      { name: "secret key", text: secretKey },
      { name: "password", text: password },
    ];
  }

  /** What says who the caller is: no secret by itself, and nothing to quote. */
  names(): readonly string[] {
    const { appId, phone = "" } = this.#texts;
    return [appId, phone].filter((name) => name.length >= TELLING_LENGTH);
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
