/** The figures of each wallet; where what was frozen differs from what the records say now, both, and the difference. */
import { Fragment, type ReactNode } from "react";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import type { MonthReport, WalletFigures } from "../../../ipc/closing.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { walletName } from "../../shared/months/wallet-name.ts";
import { FIGURES, type Figures, comparedWallets, hasDrifted } from "./compared-wallets.ts";
import { decidedWords, frozenDecidedWords, frozenWordOf } from "../../shared/months/close-words.ts";
import { WideTable } from "../../shared/months/wide-table.tsx";

export interface MonthFiguresProps {
  readonly report: Pick<MonthReport, "facts" | "wallets" | "errors" | "warnings">;
  /** What was prepared or signed; null while nothing is. */
  readonly frozen: FrozenMonth | null;
  readonly decimals: number;
}

export function MonthFigures({ report, frozen, decimals }: MonthFiguresProps) {
  const { wallets, errors, warnings, facts } = report;
  const frozenWord = frozenWordOf(facts);
  const decided = (noun: string, now: typeof errors, was: typeof errors | undefined) =>
    was === undefined ? decidedWords(now, noun) : frozenDecidedWords(was, now, noun, frozenWord);
  return (
    <section className="close-part" aria-labelledby="figures-title">
      <div className="close-head">
        <h3 id="figures-title">Figures</h3>
        <span className="quiet">
          {decided("error", errors, frozen?.errors)}, {decided("warning", warnings, frozen?.warnings)}
        </span>
      </div>
      {wallets.length === 0 ? <p className="quiet">No wallet has entries up to this month.</p> : null}
      {wallets.length === 0 ? null : (
        <FigureTable caption="Figures of each wallet">
          {comparedWallets(wallets, frozen?.wallets ?? null).map(({ now, frozen: before, key }) => (
            <Fragment key={key}>
              {before !== null && (now === null || hasDrifted(now, before)) ? (
                <>
                  <Line title={walletName(before)} aside={frozenWord} of={before} decimals={decimals} />
                  {now === null ? null : <Line title="" aside="now" of={now} decimals={decimals} />}
                  <Line
                    title=""
                    aside="difference"
                    of={changeOf(now, before)}
                    decimals={decimals}
                    kind="drift"
                  />
                </>
              ) : now === null ? null : (
                <Line
                  title={walletName(now)}
                  aside={frozen === null ? "" : before === null ? `not there ${frozenWord}` : frozenWord}
                  of={now}
                  decimals={decimals}
                />
              )}
            </Fragment>
          ))}
        </FigureTable>
      )}
    </section>
  );
}

/** The figures as they were or will be frozen, with nothing beside them. */
export function FrozenTable({
  wallets,
  decimals,
}: {
  readonly wallets: readonly WalletFigures[];
  readonly decimals: number;
}) {
  return (
    <FigureTable caption="Frozen figures">
      {wallets.map((wallet) => (
        <Line key={walletName(wallet)} title={walletName(wallet)} aside="" of={wallet} decimals={decimals} />
      ))}
    </FigureTable>
  );
}

function FigureTable({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  return (
    <WideTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">Wallet</th>
          {FIGURES.map(({ title }) => (
            <th key={title} scope="col" className="number">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </WideTable>
  );
}

interface LineProps {
  readonly title: string;
  /** Which of several lines of one wallet it is; '' where there is one. */
  readonly aside: string;
  readonly of: Figures;
  readonly decimals: number;
  readonly kind?: "drift";
}

function Line({ title, aside, of, decimals, kind }: LineProps) {
  return (
    <tr className={kind === undefined ? undefined : `figures-${kind}`}>
      <th scope="row">
        {title}
        {aside === "" ? null : <span className="quiet">{title === "" ? aside : `, ${aside}`}</span>}
      </th>
      {FIGURES.map(({ title: column, value, isMove }) => (
        <td key={column} className="number">
          <Amount value={value(of)} decimals={decimals} sign={isMove || kind === "drift"} />
        </td>
      ))}
    </tr>
  );
}

function changeOf(now: WalletFigures | null, before: WalletFigures): Figures {
  const of = (value: (figures: Figures) => number) => (now === null ? 0 : value(now)) - value(before);
  return {
    opening: of(({ opening }) => opening),
    inflow: of(({ inflow }) => inflow),
    outflow: of(({ outflow }) => outflow),
    breakDifference: of(({ breakDifference }) => breakDifference),
    closing: of(({ closing }) => closing),
  };
}
