/** A rule by its name, where people read it. */
import { capitalised } from "../sentence.ts";

/**
 * @param rule a newer Tieout's trail may name one that is not known here
 * @example ruleName("chain-break") // 'Chain break'
 */
export function ruleName(rule: string): string {
  const words = rule.replaceAll("-", " ").replace(/\burl\b/u, "URL");
  return capitalised(words);
}
