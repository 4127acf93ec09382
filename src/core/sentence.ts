/** Where words stand in a sentence: at its beginning, or within it. */

/** @example capitalised("open entries") // "Open entries" */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @example uncapitalised("No entries") // "no entries" */
export function uncapitalised(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
