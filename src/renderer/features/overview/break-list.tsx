/** The breaks of the balance as links: to the row in the wallet, and to what was found and decided about it. */
import { formatCount } from "../../../core/money.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { Wording } from "../../check/protocol.ts";
import { Amount } from "../../ui/amount.tsx";
import { SeverityMark } from "../../ui/marks.tsx";
import { When } from "../../ui/when.tsx";
import { ruleName } from "../exceptions/words.ts";
import type { BalanceBreak } from "./balance-plot.ts";
import { BREAK_RULES } from "./break-rules.ts";

/** More than these are a queue, and that is another place. */
const LISTED = 6;

export function BreakList({
  breaks,
  wording,
}: {
  readonly breaks: readonly BalanceBreak[];
  readonly wording: Wording;
}) {
  if (breaks.length === 0) return null;
  const { decimals, timeZone } = wording;
  const listed = largest(breaks);
  return (
    <table className="break-list">
      <caption className="only-spoken">Breaks of the balance</caption>
      <thead>
        <tr>
          <th scope="col">{breaks.length === listed.length ? "Break" : "Largest breaks"}</th>
          <th scope="col">walletID</th>
          <th scope="col">Date</th>
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {listed.map(({ walletID, atMs, rule, difference, fingerprint, message }) => (
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
      {breaks.length === listed.length ? null : (
        <tfoot>
          <tr>
            <td colSpan={4}>
              <a href={hrefOf("exceptions", null, BREAK_RULES)}>All {formatCount(breaks.length, "break")}</a>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Those there is room for: the largest, largest first; all of them in the order of their time. */
function largest(breaks: readonly BalanceBreak[]): readonly BalanceBreak[] {
  if (breaks.length <= LISTED) return breaks;
  return breaks.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, LISTED);
}
