/** The lines at the head of every sheet: whose wallet, which period, from what, prepared and reviewed by whom. */
import { ZoneClock } from "../time.ts";
import type { ReportInput } from "./input.ts";
import { walletLabel } from "./rollforward.ts";
import { periodTitle } from "./verdict.ts";
import { timeLabel } from "./words.ts";

export function entityName({ entity }: ReportInput): string {
  return entity.name ?? (entity.userID === null ? "Escrow wallet" : `User ${entity.userID}`);
}

/** The one currency of the wallets, or all of them; what to say when none is known. */
export function currencyLabel({ check }: ReportInput): string {
  const known = new Set(check.wallets.map(({ currency }) => currency ?? "unknown"));
  return known.size === 0 ? "unknown" : [...known].join(", ");
}

export function headingsOf(input: ReportInput): [scope: string, source: string, signatures: string] {
  const { check, pulls, preparedBy } = input;
  const clock = new ZoneClock(check.options.timeZone);
  const [first, ...others] = check.wallets;
  const wallet =
    first === undefined
      ? "no entries"
      : others.length === 0
        ? walletLabel(first)
        : `${others.length + 1} wallets`;
  const unit =
    input.decimals === 0 ? "amounts in the service's unit" : `amounts with ${input.decimals} decimals`;
  const scope = [
    `Entity: ${entityName(input)}`,
    `Wallet: ${wallet}`,
    `Period: ${periodTitle(check.period)}`,
    `Currency: ${currencyLabel(input)}, ${unit}`,
    `Times in ${clock.timeZone}`,
  ];
  const last = pulls.at(-1);
  const source =
    last === undefined
      ? "Source: no pull recorded"
      : `Source: ${last.source === "service" ? `service ${last.baseUrl ?? ""}`.trim() : "imported files"}, pull ${last.id}, ${timeLabel(last.finishedAtMs, clock)}${pulls.length > 1 ? ` (last of ${pulls.length}, see D2)` : ""}`;
  const prepared =
    preparedBy === null ? `${LINE}  on  ${SHORT}` : `${preparedBy.name}  on  ${preparedBy.day}`;
  return [
    scope.join("   ·   "),
    source,
    `Prepared by  ${prepared}          Reviewed by  ${LINE}  on  ${SHORT}`,
  ];
}

const LINE = "______________________";
const SHORT = "____________";
