/** What is marked on the drawn balance: its breaks, and where it dips below zero. */
import type uPlot from "uplot";
import { amountText } from "../../../ui/values/amount-text.ts";
import type { BalanceBreak } from "../../../check/protocol.ts";
import type { Dip } from "./extremes.ts";

/**
 * A ring and its amount where a balance that dips below zero is least: it may be a line of one pixel that
 * nobody sees.
 */
export function drawDip(
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
export const MARKED = 60;

/** Marks on the line, or where they would hide it, a mark at the foot of the plot for each. */
export function drawBreaks(
  plot: uPlot,
  breaks: readonly BalanceBreak[],
  colour: (name: string) => string,
): void {
  const { ctx } = plot;
  const unit = devicePixelRatio;
  ctx.save();
  ctx.fillStyle = colour("--paper");
  ctx.lineWidth = 1.75 * unit;
  for (const { atMs, balance, rule, severity } of breaks) {
    const x = Math.round(plot.valToPos(atMs, "x", true));
    const y = Math.round(plot.valToPos(balance, "y", true));
    ctx.strokeStyle = colour(severity === "error" ? "--error" : "--warning");
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
