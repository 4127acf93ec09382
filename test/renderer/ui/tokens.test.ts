import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../../src/renderer/ui/tokens.css", import.meta.url), "utf8");

/** The custom properties of the rule with exactly this selector. */
function rule(selector: string): Readonly<Record<string, string>> {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`no rule for ${selector}`);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/gu)].map(([, name, value]) => [name, value]),
  );
}

const normal = rule(":root");
const high = { ...normal, ...rule(':root[data-contrast="high"]') };
const THEMES = {
  light: paired(normal, 1),
  dark: paired(normal, 2),
  "light with high contrast": paired(high, 1),
  "dark with high contrast": paired(high, 2),
};

/** Of each `light-dark(…, …)` the first or the second value. */
function paired(tokens: Readonly<Record<string, string>>, which: 1 | 2): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => {
      const pair = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/u.exec(value);
      return [name, pair?.[which] ?? value];
    }),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = "", other = ""): number {
  for (const hex of [one, other]) if (!/^#[0-9a-f]{6}$/u.test(hex)) throw new Error(`${hex} is no colour`);
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const PAPERS = ["paper", "paper-raised", "paper-sunken"];
const TONES = ["accent", "error", "warning", "info", "good"];
const TEXTS = ["ink", "ink-quiet", "ink-faint", ...TONES];

describe.each(Object.entries(THEMES))("the colours of the theme %s", (_name, theme) => {
  it.each(PAPERS.flatMap((paper) => TEXTS.map((text) => [text, paper] as const)))(
    "%s is legible on %s",
    (text, paper) => {
      expect(contrast(theme[text], theme[paper])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(TONES)("%s, ink and quiet ink are legible on its wash", (tone) => {
    for (const text of [tone, "ink", "ink-quiet"]) {
      expect(contrast(theme[text], theme[`${tone}-wash`])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("text is legible on a primary button, and the edges of controls and the focus are visible", () => {
    expect(contrast(theme["accent-ink"], theme["accent"])).toBeGreaterThanOrEqual(4.5);
    for (const paper of PAPERS) {
      expect(contrast(theme["line-control"], theme[paper])).toBeGreaterThanOrEqual(3);
      expect(contrast(theme["focus"], theme[paper])).toBeGreaterThanOrEqual(3);
    }
  });
});
