/** Upper and lower case of a first letter, for the start of a sentence or within it. */

/** @example capitalised("open entries") // "Open entries" */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @example uncapitalised("No entries") // "no entries" */
export function uncapitalised(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
