/** Changes one by one: the record, its fields before and after, the pull, the effect on the signed month. */
import type {
  RestatementKind,
  Restatement,
  RestatedClosing,
} from "../../../core/review/restate/restatements.ts";
import { fieldLabel, sidesOf } from "../../../core/reconcile/input/field-words.ts";
import { broughtWords } from "../../../core/review/restate/brought-words.ts";
import { capitalised } from "../../../core/sentence.ts";
import { datedWords } from "../../../core/report/about/dated-words.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { useDisplayFormat, Amount, When } from "../../ui/values.tsx";
import { monthName } from "../months/close-words.ts";
import { changeWording } from "../record/changes-table.tsx";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { walletName } from "../../../core/words/wallet.ts";
import { Fold } from "../../ui/fold.tsx";
import { Section } from "../../ui/part.tsx";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import { ChangedRecords } from "./since-list.tsx";
import { FaultOf, useDialogs, useOpenLedger } from "../../app/providers.tsx";
import { restatedOf, ChangedSentence, type Register } from "./use-restatements.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { useMonths } from "../../app/use-months.ts";
import { asSignedLead, hrefOfFigure } from "../months/figure-links.ts";
import { useNowWord } from "../../rows/moment-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MONTH_TITLE_ID } from "../months/addresses.ts";

/** What a pull did to a record. */
const RESTATED_WORDS: Readonly<Record<RestatementKind, string>> = {
  changed: "Changed",
  approved: "Approved since",
  vanished: "Vanished: not in the pull",
  returned: "Returned: back after it vanished",
  "back-dated": "Back-dated: new, but dated in the past",
};

function recordWords({ walletID, payID }: Pick<Restatement, "walletID" | "payID">): string {
  return walletID === null ? `payID ${payID ?? ""}` : `walletID ${walletID}`;
}

interface RestatementTableProps {
  readonly restatements: readonly Restatement[];
  readonly caption: string;
  /** Whether months and signatures are named, too. */
  readonly ofAllMonths: boolean;
}

function RestatementTable({ restatements, caption, ofAllMonths }: RestatementTableProps) {
  const wallets = new Set(restatements.flatMap(({ effect }) => effect.wallets.map(walletKey)));
  const effect = (title: string, figure: "movement" | "closing"): TableColumn<Restatement> => ({
    title,
    isNumber: true,
    cell: (of) => <Effect of={of.effect} figure={figure} isNamed={wallets.size > 1} />,
  });
  return (
    <Table
      className="restatements"
      caption={caption}
      rows={restatements}
      rowKey={(of) =>
        `${broughtWords(of)} ${of.kind} ${of.atMs} ${recordWords(of)} ${of.signature?.month ?? ""}`
      }
      columns={[
        { title: "Record", isRowHeader: true, cell: (of) => <RecordLink of={of} /> },
        { title: "What changed", cell: (of) => <Change of={of} /> },
        { title: "Pull", cell: (of) => <PullWords of={of} /> },
        ofAllMonths && { title: "Month", cell: (of) => <MonthWords of={of} /> },
        effect("Effect on movements", "movement"),
        effect("Effect on closing", "closing"),
      ]}
    />
  );
}

interface OfProps {
  readonly of: Restatement;
}

function RecordLink({ of }: OfProps) {
  const month = of.months.at(-1) ?? of.signature?.month ?? "";
  const { walletID, payID, payref } = of;
  return (
    <>
      <a
        className="unbroken"
        href={hrefOfMonth(walletID === null ? "transactions" : "wallet", month, "", walletID ?? payID)}
      >
        {recordWords(of)}
      </a>
      {payref === "" ? null : <span className="cell-more">{payref}</span>}
    </>
  );
}

function Change({ of }: OfProps) {
  const wording = changeWording(useDisplayFormat());
  const dated = datedWords(of);
  return (
    <>
      {RESTATED_WORDS[of.kind]}
      {dated === "" ? null : <span className="cell-more">{dated}</span>}
      {of.fields.length === 0 ? null : (
        <ul className="restated-fields">
          {of.fields.map((change) => {
            const [before, after] = sidesOf(change, wording);
            return (
              <li key={change.field}>
                <span className="quiet" title={change.field}>
                  {fieldLabel(change.field)}
                </span>{" "}
                <del className="quiet">{before}</del> <span aria-hidden="true">→</span>{" "}
                <ins className="strong">{after}</ins>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function PullWords({ of }: OfProps) {
  const { atMs } = of;
  return (
    <>
      {capitalised(broughtWords(of))}
      <span className="cell-more">{atMs === null ? "from files" : <When atMs={atMs} time />}</span>
    </>
  );
}

interface EffectProps {
  readonly of: Restatement["effect"];
  readonly figure: "movement" | "closing";
  readonly isNamed: boolean;
}

/** On one wallet an amount; on several each its own, for they may be in different currencies. */
function Effect({ of, figure, isNamed }: EffectProps) {
  if (!isNamed || of.wallets.length === 0) return <Amount value={of[figure]} sign />;
  return (
    <ul>
      {of.wallets.map((wallet) => (
        <li className="stack" key={walletKey(wallet)}>
          <span className="quiet">{walletName(wallet)}</span> <Amount value={wallet[figure]} sign />
        </li>
      ))}
    </ul>
  );
}

function MonthWords({ of: { months, signature } }: OfProps) {
  return (
    <>
      {months.map(monthName).join(" → ")}
      {signature === null ? null : (
        <span className="cell-more">
          {signature.stillInForce ? "✓✓ " : ""}
          {monthName(signature.month)} signed by {signature.by}
          {signature.stillInForce ? "" : ", reopened since"}
        </span>
      )}
    </>
  );
}

// What changed of a signed month since, in one sentence; unfolded by kind and record by record, then what each later
// pull brought of it, field by field.

interface RestatedMonthProps {
  readonly month: Month;
  readonly changed: ChangedSince | null;
}

export function RestatedMonth({ month, changed }: RestatedMonthProps) {
  const { data: register, error, readAgain } = useAnswer("restatements.list", { month });
  const fault = <FaultOf error={error} onTryAgain={readAgain} />;
  const { restatements, closings } = restatedOf(month, register ?? NOTHING_RESTATED);
  const isSame = changed === null || isUnchanged(changed);
  if (isSame && restatements.length === 0) return fault;
  return (
    <Fold
      title="What changed"
      result={
        isSame ? (
          formatCount(restatements.length, "change")
        ) : (
          <p className="note tone-warning" role="note" aria-label="Since the signature">
            <ChangedSentence of={changed} />
          </p>
        )
      }
    >
      {fault}
      {isSame ? null : <ChangedRecords changed={changed} />}
      {closings.length === 0 ? null : <RestatedClosings closings={closings} ofAllMonths={false} />}
      {restatements.length === 0 ? null : (
        <RestatementTable restatements={restatements} caption="What was changed" ofAllMonths={false} />
      )}
      {register !== undefined && register.total > register.restatements.length ? (
        <p className="quiet">
          The newest {formatAmount(register.restatements.length)} of {formatAmount(register.total)} are
          listed.
        </p>
      ) : null}
    </Fold>
  );
}

interface RestatedClosingsProps {
  readonly closings: readonly RestatedClosing[];
  /** Whether the month is named, too. */
  readonly ofAllMonths: boolean;
}

const NOTHING_RESTATED = { restatements: [], closings: [] };

/** The closing of each wallet as it was signed, as the ledger says it now, and the difference. */
function RestatedClosings({ closings, ofAllMonths }: RestatedClosingsProps) {
  const nowWord = useNowWord();
  const { months = [] } = useMonths();
  const factsOf = ({ month }: RestatedClosing) => months.find((facts) => facts.month === month);
  return (
    <Table
      caption="Signed and current closings"
      empty="Every wallet still has its signed closing."
      rows={closings}
      rowKey={(closing) => `${closing.month} ${walletName(closing)}`}
      columns={[
        ofAllMonths && { title: "Month", cell: ({ month }) => monthName(month) },
        { title: "Wallet", isRowHeader: true, cell: walletName },
        {
          title: "Signed closing",
          amount: ({ signed }) => signed,
          zero: "0",
          href: (wallet) => {
            const facts = wallet.signed === 0 ? undefined : factsOf(wallet);
            return (
              facts && asSignedLead(facts, (asOf) => hrefOfFigure(facts.month, "closing", { wallet }, asOf))
            );
          },
        },
        {
          title: `Closing ${nowWord}`,
          amount: ({ now }) => now,
          zero: "0",
          href: (wallet) =>
            wallet.now === 0 ? undefined : hrefOfFigure(wallet.month, "closing", { wallet }),
        },
        {
          title: "Difference",
          className: "strong",
          amount: ({ now, signed }) => now - signed,
          sign: true,
        },
      ]}
    />
  );
}

// Which signed months the newest pull did not reach over, and the way to look at all of them; nothing where
// it did.

/** @param month null for all */
export function ReachNote({ month }: { readonly month: Month | null }) {
  const dialogs = useDialogs();
  const { connection, readOnly } = useOpenLedger();
  const reach = useAnswer("restatements.list", { month }).data?.reach ?? "";
  if (reach === "") return null;
  return (
    <p className="quiet">
      {reach}.{" "}
      {connection === "none" || readOnly !== null ? null : (
        <Button size="s" variant="quiet" onPress={() => dialogs.show({ is: "pull", full: true })}>
          Pull everything again
        </Button>
      )}
    </p>
  );
}

/** The register of all months: every change of an entry or a paid transaction that a later pull brought. */
export function RestatementList() {
  const { data: register, error, readAgain } = useAnswer("restatements.list", { month: null });
  return (
    <article
      className="stack gap-5 scrolls shrinks close-month pad-x-5 pad-y-4"
      aria-label="What later pulls changed"
    >
      <header className="month-lead">
        <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
          {register === undefined ? "What later pulls changed" : leadWords(register)}
        </h2>
        {register === undefined || register.total === 0 ? null : (
          <p className="subline">{restWords(register)}</p>
        )}
      </header>
      <ReachNote month={null} />
      <FaultOf error={error} onTryAgain={readAgain} />
      {register?.total === 0 ? (
        <EmptyState title="Nothing yet">
          Every pull after the first is compared with what was pulled before. Fields that changed, and records
          that vanished, came back or were back-dated, are listed here.
        </EmptyState>
      ) : null}
      {register === undefined || register.total === 0 ? null : (
        <>
          <Section title="Signed closings" level={3}>
            <RestatedClosings closings={register.closings} ofAllMonths />
          </Section>
          <Section title="Every change, newest first" level={3}>
            <RestatementTable
              restatements={register.restatements}
              caption="Every change that a later pull brought"
              ofAllMonths
            />
          </Section>
        </>
      )}
    </article>
  );
}

function leadWords({ total }: Register): string {
  return total === 0
    ? "No later pull changed a known record."
    : `Later pulls made ${formatCount(total, "change")} to known records.`;
}

function restWords({ restatements, total }: Register): string {
  const signed = restatements.filter(({ signature }) => signature?.stillInForce === true).length;
  const ofSigned =
    signed === 0
      ? "None of them touches a month that is signed."
      : `${formatAmount(signed)} of them ${signed === 1 ? "touches" : "touch"} a month that is signed.`;
  return total > restatements.length
    ? `${ofSigned} The newest ${formatAmount(restatements.length)} are listed.`
    : ofSigned;
}
