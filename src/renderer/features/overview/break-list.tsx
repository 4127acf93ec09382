/** The breaks of the balance as links: to the row in the wallet, and to what was found and decided about it. */
import { formatCount } from "../../../core/money.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { BalanceHistory, DisplayFormat } from "../../check/protocol.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { SeverityMark } from "../../ui/marks.tsx";
import { When } from "../../ui/values/when.tsx";
import { ruleName } from "../../shared/decide/finding-words.ts";
import { BREAK_FILTER } from "./break-filter.ts";

export interface BreakListProps {
  readonly history: Pick<BalanceHistory, "breaks" | "largest">;
  readonly wording: DisplayFormat;
}

export function BreakList({ history: { breaks, largest }, wording }: BreakListProps) {
  if (breaks === 0) return null;
  const { decimals, timeZone } = wording;
  const isAll = breaks === largest.length;
  return (
    <table className="break-list">
      <caption className="only-spoken">Balance breaks</caption>
      <thead>
        <tr>
          <th scope="col">{isAll ? "Break" : "Largest breaks"}</th>
          <th scope="col">walletID</th>
          <th scope="col">Date</th>
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {largest.map(({ walletID, atMs, rule, difference, fingerprint, message }) => (
          <tr key={fingerprint}>
            <td>
              <SeverityMark severity={rule === "chain-break" ? "error" : "warning"} bare />
              <a href={hrefOf("exceptions", fingerprint)} title={message}>
                {ruleName(rule)}
              </a>
            </td>
            <td>
              <a href={hrefOf("wallet", walletID)} aria-label={`walletID ${walletID}`}>
                {walletID}
              </a>
            </td>
            <td className="quiet">
              <When atMs={atMs} timeZone={timeZone} />
            </td>
            <td className="number">
              <Amount value={difference} decimals={decimals} sign />
            </td>
          </tr>
        ))}
      </tbody>
      {isAll ? null : (
        <tfoot>
          <tr>
            <td colSpan={4}>
              <a href={hrefOf("exceptions", null, BREAK_FILTER)}>All {formatCount(breaks, "break")}</a>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
