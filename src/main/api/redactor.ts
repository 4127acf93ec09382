/** Removes secrets from outside texts, in every form that a server is likely to echo. */

export const REDACTED = "[redacted]";

/** A shorter secret could be a part of any word, once it is written in fewer different characters. */
const TELLING_BYTES = 6;

function base64Forms(secret: string): string[] {
  // A key also goes out as the user of a Basic value, with a colon and no password.
  return [secret, `${secret}:`].flatMap((text) => {
    const standard = Buffer.from(text, "utf8").toString("base64");
    const latin = Buffer.from(text, "latin1").toString("base64");
    return [standard, latin].flatMap((form) => {
      const bare = form.replace(/=+$/u, "");
      return [form, ...alphabets(bare)];
    });
  });
}

/**
 * What base64 makes of a secret in the middle of a longer text (`Bearer KEY`): its characters depend on where
 * in three bytes it begins. Those that hold bits of its neighbours are left out.
 */
function innerBase64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const form = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const bits = 8 * (before + bytes.length);
    return alphabets(form.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6)));
  });
}

function alphabets(base64: string): string[] {
  return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
}

function urlForms(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const spaced = encoded.replaceAll("%20", "+");
  return [encoded, encodeURIComponent(encoded), spaced].flatMap((form) => [
    form,
    form.replaceAll(/%(?:25)?[0-9A-F]{2}/gu, (code) => code.toLowerCase()),
  ]);
}

/** Each byte by its number: as hexadecimal digits, as a URL may write it, once or twice over. */
function byteForms(bytes: Buffer): string[] {
  const pairs = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  return [pairs, pairs.map((pair) => pair.toUpperCase())].flatMap((digits) =>
    ["", "%", "%25"].map((sign) => digits.map((pair) => `${sign}${pair}`).join("")),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

function numbered(character: string, radix: 10 | 16): string {
  return `&#${radix === 16 ? "x" : ""}${(character.codePointAt(0) ?? 0).toString(radix)};`;
}

/** As a page shows it: the marks of HTML by their names or numbers, or every character by its number. */
function htmlForms(secret: string): string[] {
  const marks = (write: (mark: string) => string) => secret.replaceAll(/[&<>"']/gu, write);
  const all = (radix: 10 | 16) => Array.from(secret, (character) => numbered(character, radix)).join("");
  return [
    marks((mark) => `&${ENTITIES[mark]};`),
    marks((mark) => (mark === "'" ? "&#39;" : `&${ENTITIES[mark]};`)),
    marks((mark) => (mark === "'" ? "&#x27;" : `&${ENTITIES[mark]};`)),
    marks((mark) => numbered(mark, 10)),
    all(10),
    all(16),
  ];
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const telling =
    bytes.length < TELLING_BYTES
      ? []
      : [...innerBase64Forms(bytes), ...innerBase64Forms(Buffer.from(secret, "latin1")), ...byteForms(bytes)];
  return [
    secret,
    ...base64Forms(secret),
    ...urlForms(secret),
    ...jsonForms(secret),
    ...htmlForms(secret),
    ...telling,
  ];
}

function jsonForms(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const ascii = plain.replaceAll(
    /[^\0-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [plain, ascii].flatMap((form) => [form, form.replaceAll("/", String.raw`\/`)]);
}

export class Redactor {
  /**
   * Longest first, so that no form is cut by a shorter one inside it. The marker is one of them: what another
   * redactor wrote stays whole.
   */
  #forms: readonly string[] = [REDACTED];

  /** Adds a secret; an empty one is ignored. */
  add(secret: string): void {
    if (secret === "") return;
    // A letter with an accent may come back as two characters, or as one.
    const forms = [secret, secret.normalize("NFC"), secret.normalize("NFD")].flatMap(formsOf);
    this.#forms = [...new Set([...this.#forms, ...forms])].toSorted((a, b) => b.length - a.length);
  }

  /** The text with all forms of secrets replaced; markers come last, so that none is looked for in them. */
  redact(text: string): string {
    const left = this.#forms.reduce((pieces, form) => pieces.flatMap((piece) => piece.split(form)), [text]);
    return left.join(REDACTED);
  }
}
