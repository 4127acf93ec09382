/** Takes out of the service's own messages what tells who somebody is: they are shown, and copied into e-mails. */

const REDACTED = "[redacted]";

/** Each part is bounded, so that a long text takes time by its length. */
const PERSONAL: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // E-mail addresses.
  [/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, REDACTED],
  // Phone numbers: with a country's code, with a trunk 0 in groups, or ten to fifteen digits in a row. Dates, amounts and
  // most ids are shorter, payrefs of digits alone longer.
  [/(?<![\p{L}\p{N}])\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/gu, REDACTED],
  [/(?<![\p{L}\p{N}.,])\(?0\d{2,4}\)?[ .-]\d{3}[ .-]?\d{3,4}(?![\p{L}\p{N}])/gu, REDACTED],
  [/(?<![\p{L}\p{N}.,-])\d{10,15}(?![\p{L}\p{N}-])/gu, REDACTED],
  // Whoever is greeted by name.
  [
    /\b(Dear|Hello|Hi)(\s{1,3})\p{Lu}[\p{L}'’-]{1,40}(?:\s\p{Lu}[\p{L}'’-]{0,40}\.?){0,3}/gu,
    `$1$2${REDACTED}`,
  ],
  // Fields of a record that is quoted.
  [
    /("?\b\w{0,20}(?:name|phone|email|address)"?\s{0,3}[:=]\s{0,3})(?:"[^"]{0,200}"?|'[^']{0,200}'?)/giu,
    `$1${REDACTED}`,
  ],
];

/**
 * A text without e-mail addresses, phone numbers, and names where their place shows that they are ones. Other
 * names cannot be told from words.
 *
 * @example withoutPersonal("Hi Ada Obi, +234 801 234 5678 is not verified") // 'Hi [redacted], [redacted] is not verified'
 */
export function withoutPersonal(text: string): string {
  return PERSONAL.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}
