/**
 * Changes one by one: the record, each field before and after, the pull that brought it, and what it does to
 * the signed month.
 */
import type { Restatement } from "../../../core/review/restate/restatements.ts";
import { fieldLabel, sidesOf } from "../../../core/fields/field-words.ts";
import { broughtWords } from "../../../core/review/restate/brought-words.ts";
import { capitalised } from "../../../core/text/sentence.ts";
import { datedWords } from "../../../core/report/changes/dated-words.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/layout/table.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { Amount } from "../../ui/values/amount.tsx";
import { When } from "../../ui/values/when.tsx";
import { monthName } from "../months/close-words.ts";
import { changeWording } from "../tables/changes-table.tsx";
import { RESTATED_WORDS, recordWords } from "./restatement-words.ts";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { walletName } from "../../../core/words/wallet.ts";

interface RestatementTableProps {
  readonly restatements: readonly Restatement[];
  readonly caption: string;
  /** Whether months and signatures are named, too. */
  readonly ofAllMonths: boolean;
}

export function RestatementTable({ restatements, caption, ofAllMonths }: RestatementTableProps) {
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
      <a href={hrefOfMonth(walletID === null ? "transactions" : "wallet", month, "", walletID ?? payID)}>
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
                <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
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
