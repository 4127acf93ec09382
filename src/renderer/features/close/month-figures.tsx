/** The figures of each wallet; where they are not those that were frozen, both, and the difference. */
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import type { FrozenWallet, FrozenMonth } from "../../../core/review/close/close.ts";
import { useNowWord } from "../../rows/moment-provider.tsx";
import { Section } from "../../ui/part.tsx";
import { DisplayFormatProvider, useDisplayFormat, Amount } from "../../ui/values.tsx";
import { type ReactNode, useState } from "react";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { walletName } from "../../../core/words/wallet.ts";
import {
  decidedCountWords,
  frozenDecidedWords,
  frozenWordOf,
  isAnother,
  monthName,
  standingOf,
} from "../../shared/months/close-words.ts";
import { comparedWords } from "../../../core/words/proof.ts";
import { type FactLine, Facts } from "../../ui/facts.tsx";
import { formatCount } from "../../../core/money.ts";
import { assertAnother } from "../../../core/review/close/close-rules.ts";
import { signWords } from "../../../core/report/lead/month-conclusion.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { usePreferences } from "../../app/providers.tsx";
import { ConclusionIfSigned, useOwnSigner, useTyped } from "./close-actions.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { useStatement } from "../../app/use-months.ts";
import { ended } from "../../ui/faults.tsx";
import { inCurrency } from "../../../core/words/currency.ts";

type ComparedFigures = Pick<FrozenWallet, "opening" | "inflow" | "outflow" | "breakDifference" | "closing">;

const FIGURES: readonly {
  readonly title: string;
  readonly value: (figures: ComparedFigures) => number;
  /** Whether it moves the balance, so that a plus says which way. */
  readonly isMove: boolean;
}[] = [
  { title: "Opening", value: ({ opening }) => opening, isMove: false },
  { title: "In", value: ({ inflow }) => inflow, isMove: true },
  { title: "Out", value: ({ outflow }) => 0 - outflow, isMove: true },
  { title: "Breaks", value: ({ breakDifference }) => breakDifference, isMove: true },
  { title: "Closing", value: ({ closing }) => closing, isMove: false },
];

/** One wallet; at least one of both is there. */
interface ComparedWallet {
  readonly key: string;
  readonly now: FrozenWallet | null;
  /** null where it was not frozen, or nothing was. */
  readonly frozen: FrozenWallet | null;
}

/** All wallets of now, then those that were frozen and are gone. */
export function comparedWallets(
  now: readonly FrozenWallet[],
  frozen: readonly FrozenWallet[] | null,
): ComparedWallet[] {
  const kept = new Map((frozen ?? []).map((wallet) => [walletKey(wallet), wallet]));
  const shown = now.map((wallet) => {
    const key = walletKey(wallet);
    return { key, now: wallet, frozen: kept.get(key) ?? null };
  });
  const held = new Set(shown.map(({ key }) => key));
  const gone = [...kept].filter(([key]) => !held.has(key));
  return [...shown, ...gone.map(([key, wallet]) => ({ key, now: null, frozen: wallet }))];
}

/** Whether any figure of a wallet is another now than it was. */
export function hasDrifted(now: ComparedFigures, before: ComparedFigures): boolean {
  return FIGURES.some(({ value }) => value(now) !== value(before));
}

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

interface SignOffDialogProps {
  readonly facts: MonthFacts;
  readonly onClose: () => void;
}

/** Signing a month off: the figures that are frozen, and the name of a second person. */
export function SignOffDialog({ facts, onClose }: SignOffDialogProps) {
  const api = useApi();
  const { preferences } = usePreferences();
  const { month } = facts;
  const { prepared } = standingOf(facts);
  const preparer = prepared?.by ?? "";
  const [name, setName] = useState(
    isAnother(month, preparer, preferences.reviewer) ? preferences.reviewer : "",
  );
  const signer = useOwnSigner(facts, useTyped(name));
  const { data: statement } = useStatement(month, { signer });
  return (
    <StepDialog
      title={`Sign off ${monthName(month)}`}
      words={signWords(statement?.conclusion ?? null)}
      size="l"
      name={name}
      onName={setName}
      nameLabel="Reviewed and signed off by"
      nameHint={preparer === "" ? "" : `Someone other than ${preparer}, who prepared it.`}
      noteLabel="Note (optional)"
      assertName={(typed) => {
        if (prepared !== null) assertAnother(month, preparer, typed);
      }}
      take={(said) => api["close.signOff"]({ month, ...said })}
      done={({ pulls }) => `${monthName(month)} is signed off. ${comparedWords(pulls)}`}
      freezes
      onClose={onClose}
    >
      <p>Signing fixes these figures. Later changes from the service are shown beside them.</p>
      <ConclusionIfSigned facts={facts} signer={signer} />
      {prepared === null ? null : <Frozen frozen={prepared.frozen} note={prepared.note} by={preparer} />}
    </StepDialog>
  );
}

function Frozen({
  frozen,
  note,
  by,
}: {
  readonly frozen: FrozenMonth;
  readonly note: string;
  readonly by: string;
}) {
  const { wallets, errors, warnings, outstanding, overridden, runId, pullId } = frozen;
  const several = new Set(outstanding.map(({ currency }) => currency)).size > 1;
  const open = outstanding.filter(({ items }) => items > 0);
  return (
    <FrozenFormat of={frozen}>
      <FrozenWallets wallets={wallets} />
      <Facts
        look="wide"
        facts={[
          ["Exceptions", `${decidedCountWords(errors, "error")}, ${decidedCountWords(warnings, "warning")}`],
          ["Outstanding", open.length > 0 ? null : "none"],
          ...open.map(({ currency, kind, items, amount }): FactLine => [
            `Outstanding${several ? ` ${inCurrency(currency ?? null)}` : ""}: ${kind}`,
            <>
              {formatCount(items, "item")}, <Amount value={amount} zero="0" />
            </>,
          ]),
          ["Based on", `run ${runId} of pull ${pullId}`],
          ...overridden.map(({ sentence }): FactLine => ["Overridden", ended(sentence)]),
          [
            `${by} says`,
            note === "" ? null : (
              <span key="note" className="quoted">
                {note}
              </span>
            ),
          ],
        ]}
      />
    </FrozenFormat>
  );
}
