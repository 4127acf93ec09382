/** Removes user tokens from bodies before anything is stored. */
import { isKnownName, isSecretName } from "../field-names.ts";
import { Redactor } from "./redactor.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  END,
  JsonTokens,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
  STRING,
} from "../json/tokens.ts";

const REDACTED = '"[redacted]"';

/** A shorter value could be in any word; it is redacted under its own key alone. */
const TELLING_LENGTH = 6;

/** A text or a number of a JSON text, and where it is. */
interface Leaf {
  readonly kind: "name" | "text" | "number";
  /** Of a text its value, of a number its digits. */
  readonly value: string;
  /** The name that it is under; '' for names themselves and members of lists. */
  readonly under: string;
  /** Whether it is under a name of secrets, at any depth. */
  readonly isSecret: boolean;
  readonly start: number;
  readonly end: number;
}

/** Names, texts and numbers in the order in which they are written. */
function* leavesOf(text: string): Generator<Leaf> {
  const tokens = new JsonTokens(text);
  /** How many open lists and objects are under a name of secrets, counted from the outermost such one. */
  let depth = 0;
  let secretFrom = Infinity;
  let name = "";
  let held: Pick<Leaf, "value" | "start" | "end"> | null = null;
  const isSecret = () => depth >= secretFrom || isSecretName(name);
  for (let token = tokens.next(); ; token = tokens.next()) {
    if (held !== null) {
      // The token after a text shows what it is.
      if (token === COLON) {
        yield { ...held, kind: "name", under: "", isSecret: depth >= secretFrom };
        name = held.value;
      } else yield { ...held, kind: "text", under: name, isSecret: isSecret() };
      held = null;
      if (token === COLON) continue;
    }
    if (token === END) return;
    const { start, end } = tokens;
    if (token === STRING) {
      held = { value: tokens.string, start, end };
      continue;
    }
    if (token === NUMBER) {
      yield { kind: "number", value: tokens.text, under: name, isSecret: isSecret(), start, end };
    }
    if (token === OPEN_LIST || token === OPEN_OBJECT) {
      depth += 1;
      if (isSecretName(name)) secretFrom = Math.min(secretFrom, depth);
    }
    if (token === CLOSE_LIST || token === CLOSE_OBJECT) {
      depth -= 1;
      if (depth < secretFrom) secretFrom = Infinity;
    }
    name = "";
  }
}

/**
 * The JSON text with names, texts and numbers replaced, all else as it was written.
 *
 * @param replace returns the literal to write instead, or null to leave it
 */
function replaceLeaves(text: string, replace: (leaf: Leaf) => string | null): string {
  const pieces: string[] = [];
  let done = 0;
  for (const leaf of leavesOf(text)) {
    const instead = replace(leaf);
    if (instead === null) continue;
    pieces.push(text.slice(done, leaf.start), instead);
    done = leaf.end;
  }
  return pieces.join("") + text.slice(done);
}

/** The secrets in a user body: distinct, and each long enough not to be a word. */
export function secretsIn(text: string): ReadonlySet<string> {
  const secrets = new Set<string>();
  for (const { kind, value, isSecret } of leavesOf(text)) {
    if (kind === "text" && isSecret && value.length >= TELLING_LENGTH) secrets.add(value);
  }
  return secrets;
}

/**
 * The JSON text of a user body with everything under a name of secrets (`token`, `invite_url`, `access_token`
 * …) replaced by `[redacted]`, and those values wherever else they are in a text. Names that the interface
 * knows stay: without them the body could not be read.
 *
 * @param text valid JSON
 * @param known takes out the secrets that are known already
 */
export function redactUserBody(text: string, known: Redactor = new Redactor()): string {
  const found = new Redactor();
  for (const secret of secretsIn(text)) found.add(secret);
  return replaceLeaves(text, ({ kind, value, under, isSecret }) => {
    if (kind === "name" && isKnownName(value)) return null;
    // A number where the interface has a text is refused, and not quoted.
    if (kind === "number") return isSecret && !isKnownName(under) ? REDACTED : null;
    if (isSecret && kind === "text") return REDACTED;
    const left = found.redact(known.redact(value));
    return left === value ? null : JSON.stringify(left);
  });
}
