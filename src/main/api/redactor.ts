/** Takes secrets out of texts that come from outside, in every form a server is likely to echo them in. */

const REDACTED = "[redacted]";

function base64Forms(secret: string): string[] {
  // A key also goes out as the user of a Basic value, with a colon and no password.
  return [secret, `${secret}:`].flatMap((text) => {
    const standard = Buffer.from(text, "utf8").toString("base64");
    const latin = Buffer.from(text, "latin1").toString("base64");
    return [standard, latin].flatMap((form) => {
      const bare = form.replace(/=+$/u, "");
      return [form, bare, bare.replaceAll("+", "-").replaceAll("/", "_")];
    });
  });
}

function urlForms(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const spaced = encoded.replaceAll("%20", "+");
  return [encoded, spaced].flatMap((form) => [
    form,
    form.replaceAll(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase()),
  ]);
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
  /** Longest first, so that no form is cut by a shorter one inside it. */
  #forms: readonly string[] = [];

  /** Learns a secret; an empty one is none. */
  add(secret: string): void {
    if (secret === "") return;
    const forms = [secret, ...base64Forms(secret), ...urlForms(secret), ...jsonForms(secret)];
    this.#forms = [...new Set([...this.#forms, ...forms])].toSorted((a, b) => b.length - a.length);
  }

  /** The text with every form of every secret replaced by `[redacted]`. */
  redact(text: string): string {
    return this.#forms.reduce((left, form) => left.replaceAll(form, REDACTED), text);
  }
}
