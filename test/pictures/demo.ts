/** What `npm run demo` prints, as a picture of a terminal. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";

const LINE = 18;
const LETTER = 7.8;
const MARGIN = 24;
const PAPER = "#0d1117";
const INK = "#c9d1d9";
/** By the number that switches them on. */
const INKS: ReadonlyMap<number, string> = new Map([
  [2, "#8b949e"],
  [31, "#ff7b72"],
  [32, "#7ee787"],
  [33, "#e3b341"],
]);
/** Of the rules and of the first exceptions so many are shown, the rest is a dot row. */
const MOST_OF_A_LIST = 8;

/** Runs the demo as somebody has it who tries it first, and draws what it prints. */
export async function takeDemo(cli: string, into: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-demo-"));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, "demo"], {
      cwd: folder,
      env: { ...process.env, FORCE_COLOR: "1" },
    });
    // The port is another one each time.
    const printed = stdout.trimEnd().replace(/(http:\/\/127\.0\.0\.1):\d+/u, "$1:43557");
    writeFileSync(into, drawn(["$ npm ci && npm run demo", "", ...shortened(printed.split("\n"))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists, which are lines that begin with a sign, cut to their beginnings. */
function shortened(lines: readonly string[]): string[] {
  let signs = 0;
  let isCut = false;
  return lines.flatMap((line) => {
    const words = stripVTControlCharacters(line);
    if (words === "") signs = 0;
    if (/^ {2}[✗!·]/u.test(words)) signs += 1;
    const isPast = signs > MOST_OF_A_LIST;
    const isFirst = isPast && !isCut;
    isCut = isPast;
    return isPast ? (isFirst ? ["  …"] : []) : [line];
  });
}

function drawn(lines: readonly string[]): string {
  const letters = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const [width, height] = [Math.ceil(letters * LETTER + 2 * MARGIN), lines.length * LINE + 64];
  const lights = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, at) => `<circle cx="${22 + 20 * at}" cy="20" r="6" fill="${fill}"/>`,
  );
  const texts = lines.flatMap((line, at) =>
    line === ""
      ? []
      : [`<text x="${MARGIN}" y="${52 + at * LINE}" xml:space="preserve">${spans(line)}</text>`],
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">` +
      `<rect width="${width}" height="${height}" rx="10" fill="${PAPER}"/>${lights.join("")}`,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

const ESCAPE = new RegExp(`${String.fromCodePoint(27)}\\[(\\d*)m`, "u");

/** A line's pieces, each in its ink. */
function spans(line: string): string {
  let fill = INK;
  let weight = "";
  return line
    .split(ESCAPE)
    .map((piece, at) => {
      if (at % 2 === 0) {
        return piece === "" ? "" : `<tspan fill="${fill}"${weight}>${escaped(piece)}</tspan>`;
      }
      const code = Number(piece);
      if (code === 1) weight = ' font-weight="bold"';
      else if (code === 22) [weight, fill] = ["", INK];
      else fill = INKS.get(code) ?? INK;
      return "";
    })
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
