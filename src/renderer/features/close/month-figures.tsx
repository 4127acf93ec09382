/**
 * The figures of each wallet; where what was frozen differs from what the records say now, both, and the
 * difference.
 */
import { useNowWord } from "../../app/moment/moment-provider.tsx";
import { Section } from "../../ui/layout/part.tsx";
import { DisplayFormatProvider, useDisplayFormat } from "../../ui/values/display-format.tsx";
import type { ReactNode } from "react";
import type { FrozenMonth, FrozenWallet } from "../../../core/review/close/close.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { type TableColumn, Table } from "../../ui/layout/table.tsx";
import { walletName } from "../../../core/words/wallet.ts";
import { FIGURES, type ComparedFigures, comparedWallets, hasDrifted } from "./compared-wallets.ts";
import { decidedCountWords, frozenDecidedWords, frozenWordOf } from "../../shared/months/close-words.ts";

interface MonthFiguresProps {
  readonly report: Pick<MonthReport, "facts" | "wallets" | "errors" | "warnings">;
  /** What was prepared or signed; null while nothing is. */
  readonly frozen: FrozenMonth | null;
}

export function MonthFigures({ report, frozen }: MonthFiguresProps) {
  const { wallets, errors, warnings, facts } = report;
  const frozenWord = frozenWordOf(facts);
  const nowWord = useNowWord();
  const decided = (noun: string, now: typeof errors, was: typeof errors | undefined) =>
    was === undefined
      ? decidedCountWords(now, noun)
      : frozenDecidedWords(was, now, noun, [frozenWord, nowWord]);
  return (
    <Section
      title="Figures"
      level={3}
      aside={
        <span className="quiet">
          {decided("error", errors, frozen?.errors)}, {decided("warning", warnings, frozen?.warnings)}
        </span>
      }
    >
      <FigureTable
        caption="Figures of each wallet"
        rows={comparedWallets(wallets, frozen?.wallets ?? null).flatMap(({ now, frozen: before }) =>
          rowsOf(now, before, { frozenWord, nowWord, isFrozen: frozen !== null }),
        )}
      />
    </Section>
  );
}

/** The figures as they were or will be frozen, with nothing beside them. */
export function FrozenWallets({ wallets }: Pick<FrozenMonth, "wallets">) {
  return (
    <FigureTable
      caption="Frozen figures"
      rows={wallets.map((of) => ({ wallet: walletName(of), title: walletName(of), aside: "", of }))}
    />
  );
}

/** Shows what is below in the decimals that were frozen with the figures. */
export function FrozenFormat({ of, children }: { readonly of: FrozenMonth; readonly children: ReactNode }) {
  const { timeZone } = useDisplayFormat();
  return <DisplayFormatProvider of={{ decimals: of.decimals, timeZone }}>{children}</DisplayFormatProvider>;
}

interface FigureRow {
  /** Which wallet it is of. */
  readonly wallet: string;
  /** '' under another row of it. */
  readonly title: string;
  /** Which of several rows of one wallet it is; '' where there is one. */
  readonly aside: string;
  readonly of: ComparedFigures;
  readonly isDrift?: true;
}

/** One row of a wallet; three where what was frozen is not what the records say now. */
function rowsOf(
  now: FrozenWallet | null,
  before: FrozenWallet | null,
  {
    frozenWord,
    nowWord,
    isFrozen,
  }: { readonly frozenWord: string; readonly nowWord: string; readonly isFrozen: boolean },
): FigureRow[] {
  const named = before ?? now;
  if (named === null) return [];
  const wallet = walletName(named);
  if (before === null || (now !== null && !hasDrifted(now, before))) {
    const aside = isFrozen ? (before === null ? `not in the figures ${frozenWord}` : frozenWord) : "";
    return [{ wallet, title: wallet, aside, of: now ?? named }];
  }
  return [
    { wallet, title: wallet, aside: frozenWord, of: before },
    ...(now === null ? [] : [{ wallet, title: "", aside: nowWord, of: now }]),
    { wallet, title: "", aside: "difference", of: changeOf(now, before), isDrift: true },
  ];
}

function FigureTable({ caption, rows }: { readonly caption: string; readonly rows: readonly FigureRow[] }) {
  return (
    <Table
      caption={caption}
      empty="No wallet has entries up to this month."
      rows={rows}
      rowKey={({ wallet, aside }) => `${wallet} ${aside}`}
      lineClass={({ isDrift }) => (isDrift ? "line-changed line-strong" : undefined)}
      columns={[
        { title: "Wallet", isRowHeader: true, cell: ({ title, aside }) => <Named {...{ title, aside }} /> },
        ...FIGURES.map(({ title, value, isMove }): TableColumn<FigureRow> => ({
          title,
          amount: ({ of }) => value(of),
          sign: ({ isDrift }) => isMove || isDrift === true,
        })),
      ]}
    />
  );
}

function Named({ title, aside }: Pick<FigureRow, "title" | "aside">) {
  return (
    <>
      {title}
      {aside === "" ? null : <span className="quiet">{title === "" ? aside : `, ${aside}`}</span>}
    </>
  );
}

function changeOf(now: FrozenWallet | null, before: FrozenWallet): ComparedFigures {
  const of = (value: (figures: ComparedFigures) => number) => (now === null ? 0 : value(now)) - value(before);
  return {
    opening: of(({ opening }) => opening),
    inflow: of(({ inflow }) => inflow),
    outflow: of(({ outflow }) => outflow),
    breakDifference: of(({ breakDifference }) => breakDifference),
    closing: of(({ closing }) => closing),
  };
}
