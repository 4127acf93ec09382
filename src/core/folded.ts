/** Long texts as several lines, for rows whose cells run on over the empty ones beside them. */

/** A text in lines of at most so many characters, broken at blanks or its own breaks; at least one. */
export function foldedLines(text: string, most: number): string[] {
  return text.split(/\r\n|\r|\n/u).flatMap((paragraph) => foldedParagraph(paragraph, most));
}

function foldedParagraph(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= most) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > most) {
      lines.push(line.slice(0, most));
      line = line.slice(most);
    }
  }
  return [...lines, line];
}
