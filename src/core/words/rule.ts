/** A rule by its name, where people read it. */
import { capitalised } from "../sentence.ts";

/** As it is, of one that only a newer Tieout knows. @example ruleName("chain-break") // 'Chain break' */
export function ruleName(rule: string): string {
  const words = rule.replaceAll("-", " ").replace(/\burl\b/u, "URL");
  return capitalised(words);
}
