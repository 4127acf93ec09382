/** The roll-forward of each wallet, where there are several. */
import { formatCount } from "../../../core/money.ts";
import type { WalletResult } from "../../../core/reconcile/result/result.ts";
import { Amount } from "../../ui/values/amount.tsx";
import type { Flow } from "./roll-forward.tsx";
import { walletName } from "../../shared/months/wallet-name.ts";

const AMOUNTS: readonly {
  readonly title: string;
  readonly of: (flow: Flow) => number;
  readonly isMove?: true;
}[] = [
  { title: "Opening", of: ({ opening }) => opening },
  { title: "Inflows", of: ({ inflow }) => inflow, isMove: true },
  { title: "Outflows", of: ({ outflow }) => 0 - outflow, isMove: true },
  { title: "Break differences", of: ({ breakDifference }) => breakDifference, isMove: true },
  { title: "Closing", of: ({ closing }) => closing },
];

/** How many wallets are listed; a ledger of more is one for the Wallet place. */
const LISTED = 50;

export function WalletFlows({
  wallets,
  decimals,
}: {
  readonly wallets: readonly WalletResult[];
  readonly decimals: number;
}) {
  const shown = wallets.slice(0, LISTED);
  return (
    <section className="overview-part wallet-flows" aria-labelledby="wallets-title">
      <div className="overview-head">
        <h2 id="wallets-title">Wallet by wallet</h2>
      </div>
      <table className="roll-wallets">
        <caption className="only-spoken">Roll-forward of each wallet</caption>
        <thead>
          <tr>
            <th scope="col">Wallet</th>
            {AMOUNTS.map(({ title }) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((wallet) => (
            <tr key={`${wallet.userID} ${wallet.businessID ?? ""}`}>
              <th scope="row">{walletName(wallet)}</th>
              {AMOUNTS.map(({ title, of, isMove = false }) => (
                <td key={title} className="number">
                  <Amount value={of(wallet)} decimals={decimals} sign={isMove} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {wallets.length > LISTED ? (
        <p className="quiet">and {formatCount(wallets.length - LISTED, "more wallet")}</p>
      ) : null}
    </section>
  );
}
