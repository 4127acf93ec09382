/** Draws the balance as steps over time, with its breaks marked, on uPlot, in the page's own colours. */
import { DAY_MS, type Period } from "../../../core/time.ts";
import "./known-language.ts";
import uPlot from "uplot";
import { amountText, clockOf, whenText } from "../../ui/values.tsx";
import type { BalanceBreak, BalanceSeries } from "../../bridge/protocol.ts";
import "uplot/dist/uPlot.min.css";

// What is marked on the drawn balance: its breaks, and where it dips below zero.

/** A ring and its amount where a balance below zero is least: the line may be one pixel there. */
function drawDip(
  plot: uPlot,
  dip: Dip | null,
  decimals: number,
  colour: (name: string) => string,
  font: string,
): void {
  if (dip === null) return;
  const { ctx, bbox } = plot;
  const unit = devicePixelRatio;
  const x = Math.round(plot.valToPos(dip.atMs, "x", true));
  const y = Math.round(plot.valToPos(dip.balance, "y", true));
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  const isRight = x > bbox.left + bbox.width / 2;
  ctx.save();
  ctx.strokeStyle = colour("--error");
  ctx.fillStyle = colour("--error");
  ctx.lineWidth = 1.75 * unit;
  ctx.beginPath();
  ctx.arc(x, y, 4 * unit, 0, Math.PI * 2);
  ctx.stroke();
  ctx.font = font.replace("11px", `${11 * unit}px`);
  ctx.textAlign = isRight ? "right" : "left";
  ctx.fillText(amountText(dip.balance, { decimals }), x + (isRight ? -8 : 8) * unit, y - 6 * unit);
  ctx.restore();
}

/** Up to so many breaks are marked on the line itself; more would hide it. */
const MARKED = 60;

/** Marks on the line, or where they would hide it, a mark at the foot of the plot for each. */
function drawBreaks(plot: uPlot, breaks: readonly BalanceBreak[], colour: (name: string) => string): void {
  const { ctx } = plot;
  const unit = devicePixelRatio;
  ctx.save();
  ctx.fillStyle = colour("--paper");
  ctx.lineWidth = 1.75 * unit;
  const [error, warning] = [colour("--error"), colour("--warning")];
  for (const { atMs, balance, rule, severity } of breaks) {
    const x = Math.round(plot.valToPos(atMs, "x", true));
    const y = Math.round(plot.valToPos(balance, "y", true));
    ctx.strokeStyle = severity === "error" ? error : warning;
    if (breaks.length > MARKED) drawFoot(plot, x, unit);
    else drawMark(plot, x, y, rule, unit);
  }
  ctx.restore();
}

function drawFoot({ ctx, bbox }: uPlot, x: number, unit: number): void {
  ctx.beginPath();
  ctx.moveTo(x, bbox.top + bbox.height);
  ctx.lineTo(x, bbox.top + bbox.height - 12 * unit);
  ctx.stroke();
}

/** A cross for a break, a ring for what is not in the balance yet, a dashed line for what was never seen. */
function drawMark(
  { ctx, bbox }: uPlot,
  x: number,
  y: number,
  rule: BalanceBreak["rule"],
  unit: number,
): void {
  const arm = 3 * unit;
  ctx.setLineDash(rule === "history-gap" ? [3 * unit, 3 * unit] : []);
  ctx.beginPath();
  if (rule === "history-gap") {
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  } else {
    ctx.arc(x, y, (rule === "chain-break" ? 7 : 4) * unit, 0, Math.PI * 2);
    ctx.fill();
  }
  if (rule === "chain-break") {
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
  }
  ctx.stroke();
}

/** The least and the most of the balance in a stretch of time; null where it has no point there. */
export function extremesWithin(
  { atMs, balance }: Pick<BalanceSeries, "atMs" | "balance">,
  fromMs: number,
  toMs: number,
): { readonly least: number; readonly most: number } | null {
  let [least, most] = [Infinity, -Infinity];
  atMs.forEach((at, index) => {
    if (at < fromMs || at > toMs) return;
    const value = balance[index] as number;
    least = Math.min(least, value);
    most = Math.max(most, value);
  });
  return least === Infinity ? null : { least, most };
}

interface Dip {
  readonly atMs: number;
  readonly balance: number;
}

/** Where a balance that dips below zero is least, the first such moment; null where it never does. */
export function dipOf({ atMs, balance }: Pick<BalanceSeries, "atMs" | "balance">): Dip | null {
  const least = balance.reduce((low, value) => Math.min(low, value), 0);
  return least >= 0 ? null : { atMs: atMs[balance.indexOf(least)] ?? 0, balance: least };
}

export interface Pointed {
  readonly atMs: number;
  readonly balance: number;
  /** The least and the most that the balance was in the column of pixels pointed at. */
  readonly least: number;
  readonly most: number;
  readonly near: BalanceBreak | null;
}

interface PlotSettings {
  readonly series: BalanceSeries;
  /** All of it is shown, even where nothing is known yet; null for the whole history. */
  readonly period: Period | null;
  readonly decimals: number;
  readonly timeZone: string;
  readonly onPoint: (pointed: Pointed | null) => void;
  readonly onChoose: (chosen: BalanceBreak) => void;
  readonly onZoom: (isZoomed: boolean) => void;
}

interface Plot {
  readonly showAll: () => void;
  readonly remove: () => void;
}

/** Fits on paper of A4 and of Letter size, upright; CSS pixels. */
const ON_PAPER = { width: 640, height: 300 };
/** How near the pointer has to come to a break or a dip, pixels. */
const REACH = 14;

/** Draws the balance; dragging over it shows that part larger, and a double click all of it again. */
export function plotBalance(target: HTMLElement, settings: PlotSettings): Plot {
  let plot = draw(target, settings);
  const drawAgain = () => {
    plot.destroy();
    plot = draw(target, settings);
  };
  const resized = new ResizeObserver(() => {
    // On paper it keeps its own size, whatever becomes of the page around it.
    if (!matchMedia("print").matches) plot.setSize(sizeOf(target));
  });
  resized.observe(target);
  const forPaper = () => plot.setSize(ON_PAPER);
  const forScreen = () => plot.setSize(sizeOf(target));
  window.addEventListener("tieout:theme", drawAgain);
  window.addEventListener("beforeprint", forPaper);
  window.addEventListener("afterprint", forScreen);
  return {
    showAll: () => {
      const [from, to] = extentOf(settings);
      plot.setScale("x", { min: from, max: to });
    },
    remove: () => {
      resized.disconnect();
      window.removeEventListener("tieout:theme", drawAgain);
      window.removeEventListener("beforeprint", forPaper);
      window.removeEventListener("afterprint", forScreen);
      plot.destroy();
    },
  };
}

/** From the first to the last moment that is shown while nothing is enlarged. */
function extentOf({ series: { atMs }, period }: PlotSettings): [number, number] {
  if (period !== null) return [period.fromMs, period.toMs];
  return [atMs[0] ?? 0, atMs.at(-1) ?? 0];
}

/** What was asked for, or all of it where that is asked for or less than a moment. */
function shownRange(settings: PlotSettings, min: number, max: number): [number, number] {
  const { atMs } = settings.series;
  const isAll = min <= (atMs[0] ?? 0) && max >= (atMs.at(-1) ?? 0);
  return isAll || max - min < 1 ? extentOf(settings) : [min, max];
}

function draw(target: HTMLElement, settings: PlotSettings): uPlot {
  const { series, timeZone, decimals } = settings;
  const colour = coloursOf(target);
  const dip = dipOf(series);
  const ticks = { stroke: colour("--line-strong"), width: 1, size: 4 };
  const font = `11px ${getComputedStyle(target).fontFamily}`;
  const plot = new uPlot(
    {
      ...sizeOf(target),
      ms: 1,
      tzDate: (atMs) => wallDate(atMs, timeZone),
      padding: [10, 28, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: true, dist: 5 },
        points: { size: 6, fill: colour("--accent") },
      },
      scales: {
        x: { time: true, range: (_, min, max) => shownRange(settings, min, max) },
        y: { range: (_, least, most) => amountRange(least, most) },
      },
      axes: [
        {
          font,
          stroke: colour("--ink-quiet"),
          grid: { show: false },
          ticks,
          space: 76,
          size: 32,
          values: (_, splits, __, ___, stepMs) => splits.map((atMs) => tickText(atMs, stepMs, timeZone)),
        },
        {
          font,
          stroke: colour("--ink-quiet"),
          grid: { stroke: colour("--line"), width: 1 },
          ticks: { show: false },
          space: 52,
          size: (self, values) => amountsWidth(self.ctx, font, values ?? []),
          values: (_, splits) => splits.map((value) => amountText(value, { decimals, zero: "0" })),
        },
      ],
      series: [
        {},
        {
          stroke: colour("--accent"),
          fill: colour("--accent-wash"),
          width: 1.5,
          points: { show: false },
          paths: uPlot.paths.stepped?.({ align: 1 }) ?? null,
        } as uPlot.Series,
      ],
      hooks: {
        draw: [
          (self) => drawBreaks(self, series.breaks, colour),
          (self) => drawDip(self, dip, decimals, colour, font),
        ],
        setScale: [
          (self, scale) => {
            if (scale !== "x") return;
            const [from, to] = extentOf(settings);
            const { min = from, max = to } = self.scales["x"] ?? {};
            settings.onZoom((min ?? from) > from || (max ?? to) < to);
          },
        ],
        setCursor: [(self) => settings.onPoint(pointedAt(self, series, dip))],
      },
    },
    [[...series.atMs], [...series.balance]],
    target,
  );
  let pressedAt = 0;
  plot.over.addEventListener("mousedown", ({ clientX }) => (pressedAt = clientX));
  plot.over.addEventListener("click", ({ clientX }) => {
    // Letting go after dragging is no choice.
    if (Math.abs(clientX - pressedAt) > 5) return;
    const near = nearestBreak(plot, series.breaks);
    if (near !== null) settings.onChoose(near);
  });
  plot.over.addEventListener("mousemove", () => {
    plot.over.style.cursor = nearestBreak(plot, series.breaks) === null ? "default" : "pointer";
  });
  return plot;
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  return { width: clientWidth, height: clientHeight };
}

function coloursOf(element: HTMLElement): (name: string) => string {
  const style = getComputedStyle(element);
  return (name) => {
    // As the page paints it: what the token says depends on the theme.
    element.style.color = `var(${name})`;
    const { color } = style;
    element.style.removeProperty("color");
    return color;
  };
}

/** A date whose local fields are the zone's wall clock, which is what uPlot reads. */
function wallDate(atMs: number, timeZone: string): Date {
  const wall = new Date(clockOf(timeZone).wallMs(atMs));
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  );
}

function tickText(atMs: number, stepMs: number, timeZone: string): string {
  const text = whenText(atMs, timeZone, true);
  if (stepMs < DAY_MS) return text.slice(5);
  return stepMs < 28 * DAY_MS ? text.slice(5, 10) : text.slice(0, 7);
}

function amountsWidth(context: CanvasRenderingContext2D, font: string, values: readonly string[]): number {
  context.save();
  context.font = font;
  const widest = Math.max(0, ...values.map((value) => context.measureText(value).width));
  context.restore();
  return Math.ceil(widest) + 16;
}

/** The break nearest to the pointer, within its reach; those marked at the foot only count sideways. */
function nearestBreak(plot: uPlot, breaks: readonly BalanceBreak[]): BalanceBreak | null {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0 || top < 0) return null;
  const isAtFoot = breaks.length > MARKED;
  if (isAtFoot && plot.over.clientHeight - top > 2 * REACH) return null;
  let nearest: BalanceBreak | null = null;
  let best = REACH;
  for (const one of breaks) {
    const isLine = isAtFoot || one.rule === "history-gap";
    const down = isLine ? 0 : plot.valToPos(one.balance, "y") - top;
    const away = Math.hypot(plot.valToPos(one.atMs, "x") - left, down);
    if (away < best) [nearest, best] = [one, away];
  }
  return nearest;
}

function pointedAt(plot: uPlot, series: BalanceSeries, dip: Dip | null): Pointed | null {
  const { idx } = plot.cursor;
  const near = nearestBreak(plot, series.breaks);
  if (near !== null) {
    const { atMs, balance } = near;
    return { atMs, balance, least: balance, most: balance, near };
  }
  if (dip !== null && isNear(plot, dip)) return { ...dip, least: dip.balance, most: dip.balance, near: null };
  if (idx === null || idx === undefined) return null;
  const [atMs, balance] = [series.atMs[idx], series.balance[idx]];
  if (atMs === undefined || balance === undefined) return null;
  const { left = 0 } = plot.cursor;
  const half = COLUMN / 2;
  const column = extremesWithin(series, plot.posToVal(left - half, "x"), plot.posToVal(left + half, "x"));
  return { atMs, balance, near, ...(column ?? { least: balance, most: balance }) };
}

function isNear(plot: uPlot, { atMs, balance }: Dip): boolean {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0 || top < 0) return false;
  return Math.hypot(plot.valToPos(atMs, "x") - left, plot.valToPos(balance, "y") - top) < REACH;
}

/** How many pixels count as the one pointed at. */
const COLUMN = 3;

/** From zero where that costs little, so that a balance is seen for what it is. */
export function amountRange(least: number, most: number): [number, number] {
  const span = most - least || Math.abs(most) || 1;
  const from = least >= 0 && least < most * 0.4 ? 0 : least - span * 0.08;
  return [from, most + span * 0.08];
}
