/**
 * Whether two base URLs belong to one service: the same protocol, host and port. A text that is not a URL
 * belongs to none.
 * @example isSameService("https://a.example", "https://a.example/v2") // true
 */
export function isSameService(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  return new URL(one).origin === new URL(other).origin;
}
