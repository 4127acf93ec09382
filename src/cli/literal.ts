/** Text that people or the service wrote, shown as it is: nothing in it may steer a terminal or turn its line around. */

/** Controls, line ends, and the marks that change the direction of writing. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One line in which what would steer is its `\uXXXX` escape. */
export function literal(text: string): string {
  return text.replaceAll(STEERING, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The lines of a text, each literal. */
export function literalLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u).map(literal);
}
