/** The figures of each wallet; where they are not those that were frozen, both, and the difference. */
import type { FrozenWallet, FrozenMonth } from "../../../core/review/close/close.ts";
import { useNowWord } from "../../rows/moment-provider.tsx";
import { Fold } from "../../ui/fold.tsx";
import { DisplayFormatProvider, amountText, useDisplayFormat } from "../../ui/values.tsx";
import type { ReactNode } from "react";
import { formatCount } from "../../../core/money.ts";
import { type ComparedFigures, comparedWallets, hasDrifted } from "../../../core/report/beside-frozen.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { type WalletMoney, walletName } from "../../../core/words/wallet.ts";
import { WALLET_FIGURES, figureLeads } from "../../shared/months/figure-links.ts";
import { decidedCountWords, frozenDecidedWords, frozenWordOf } from "../../shared/months/close-words.ts";

export interface MonthFiguresProps {
  readonly report: Pick<MonthReport, "facts" | "wallets" | "errors" | "warnings">;
  readonly frozen: FrozenMonth | null;
  /** What the folded line says of its moment. @example `, as signed`, '' where there are no other figures */
  readonly ofFrozen: string;
}

export function MonthFigures({ report, frozen, ofFrozen }: MonthFiguresProps) {
  const { wallets, errors, warnings, facts } = report;
  const frozenWord = frozenWordOf(facts);
  const nowWord = useNowWord();
  const decided = (noun: string, now: typeof errors, was: typeof errors | undefined) =>
    was === undefined
      ? decidedCountWords(now, noun)
      : frozenDecidedWords(was, now, noun, [frozenWord, nowWord]);
  const { decimals } = useDisplayFormat();
  const compared = comparedWallets(wallets, frozen?.wallets ?? null);
  const isMoved =
    frozen !== null &&
    compared.some(({ now, frozen: before }) => now === null || before === null || hasDrifted(now, before));
  return (
    <Fold
      title="Figures"
      result={`${closingWords(frozen?.wallets ?? wallets, decimals)}${ofFrozen}${isMoved ? `; some figures differ ${nowWord}` : ""}`}
    >
      <p className="quiet">
        {decided("error", errors, frozen?.errors)}, {decided("warning", warnings, frozen?.warnings)}
      </p>
      <FigureTable
        caption="Figures of each wallet"
        leadOf={figureLeads(facts)}
        rows={compared.flatMap(({ now, frozen: before }) =>
          rowsOf(now, before, { frozenWord, nowWord, isFrozen: frozen !== null }),
        )}
      />
    </Fold>
  );
}

/** So many wallets are named by their closings. */
export const MOST_CLOSINGS = 3;

function closingWords(wallets: readonly FrozenWallet[], decimals: number): string {
  if (wallets.length > MOST_CLOSINGS) return formatCount(wallets.length, "wallet");
  const closings = wallets.map(({ closing, currency }) => moneyText(closing, currency, decimals));
  return closings.length === 0 ? "no wallet" : `closing ${closings.join(" · ")}`;
}

/** @example `25,484,323 NGN`, `293,442, no currency` */
export function moneyText(amount: number, currency: string | null, decimals: number, sign = false): string {
  if (amount === 0) return `nil, ${currency ?? NO_MONEY}`;
  const text = amountText(amount, { decimals, sign });
  return `${text}${currency === null ? `, ${NO_MONEY}` : ` ${currency}`}`;
}

export const NO_MONEY = "no currency";

/** The figures as they were or will be frozen, with nothing beside them. */
export function FrozenWallets({ wallets }: Pick<FrozenMonth, "wallets">) {
  return (
    <FigureTable
      caption="Frozen figures"
      leadOf={null}
      rows={wallets.map((of) => ({
        wallet: of,
        title: walletName(of),
        aside: "",
        of,
        now: null,
      }))}
    />
  );
}

/** Shows what is below in the decimals that were frozen with the figures. */
export function FrozenFormat({ of, children }: { readonly of: FrozenMonth; readonly children: ReactNode }) {
  const { timeZone } = useDisplayFormat();
  return <DisplayFormatProvider of={{ decimals: of.decimals, timeZone }}>{children}</DisplayFormatProvider>;
}

interface FigureRow {
  readonly wallet: WalletMoney;
  readonly title: string;
  /** Which of several rows of one wallet it is; '' where there is one. */
  readonly aside: string;
  readonly of: ComparedFigures;
  /** The same as the records are now; null where the wallet is gone, or nobody asks. */
  readonly now: ComparedFigures | null;
  readonly isDrift?: true;
}

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
  const title = walletName(named);
  if (before === null || (now !== null && !hasDrifted(now, before))) {
    const aside = isFrozen ? (before === null ? `not in the figures ${frozenWord}` : frozenWord) : "";
    return [{ wallet: named, title, aside, of: now ?? named, now }];
  }
  return [
    { wallet: named, title, aside: frozenWord, of: before, now },
    ...(now === null ? [] : [{ wallet: named, title: "", aside: nowWord, of: now, now }]),
    { wallet: named, title: "", aside: "difference", of: changeOf(now, before), now, isDrift: true },
  ];
}

interface FigureTableProps {
  readonly caption: string;
  readonly rows: readonly FigureRow[];
  readonly leadOf: ReturnType<typeof figureLeads> | null;
}

function FigureTable({ caption, rows, leadOf }: FigureTableProps) {
  return (
    <Table
      caption={caption}
      empty="No wallet has entries up to this month."
      rows={rows}
      rowKey={({ wallet, aside }) => `${walletName(wallet)} ${aside}`}
      lineClass={({ isDrift }) => (isDrift ? "line-changed line-strong" : undefined)}
      columns={[
        { title: "Wallet", isRowHeader: true, cell: ({ title, aside }) => <Named {...{ title, aside }} /> },
        ...WALLET_FIGURES.map(({ name, title, value, isMove }): TableColumn<FigureRow> => ({
          title,
          amount: ({ of }) => value(of),
          href: ({ wallet, of, now, isDrift }) =>
            isDrift === true
              ? undefined
              : leadOf?.({ name, of: { wallet }, value: value(of), now: now && value(now) }),
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
