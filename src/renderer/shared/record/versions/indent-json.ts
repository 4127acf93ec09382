/**
 * JSON laid out to be read. Only white space between its signs changes: a number past 2^53 or a key given
 * twice stays as it was sent.
 */

const INDENT = "  ";
/** Deeper than any record of the interface; beyond it lines do not move further in. */
const DEEPEST = 24;

/** @param text JSON; anything else comes back with the same signs, laid out as far as it goes */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const line = () => `\n${INDENT.repeat(Math.min(DEEPEST, Math.max(0, depth)))}`;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") {
      depth += 1;
      parts.push(token, line());
    } else if (token === "}" || token === "]") {
      depth -= 1;
      // Nothing in it stands on one line.
      if (parts.at(-1)?.trim() === "") parts.pop();
      const opened = parts.at(-1);
      parts.push(opened === "{" || opened === "[" ? token : `${line()}${token}`);
    } else if (token === ",") parts.push(token, line());
    else if (token === ":") parts.push(": ");
    else parts.push(token);
  }
  return parts.join("");
}

/** Strings whole, then signs, then whatever stands between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gsu;

const TURNING = /[\u200B-\u200F\u061C\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/**
 * JSON with signs that nobody sees, or that turn others around, as the escapes that mean the same in JSON.
 */
export function escapeHidden(text: string): string {
  return text.replaceAll(
    TURNING,
    (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
