/** Text between the tags of XML or HTML. */

/** A text in which nothing is taken for a tag or an entity; most texts are returned as they are. */
export function markupText(text: string): string {
  return text.includes("<") || text.includes(">") || text.includes("&")
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text;
}
