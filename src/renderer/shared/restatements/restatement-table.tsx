/** Changes one by one: the record, each field before and after, the pull that brought it, and what it does to the signed month. */
import type { Restatement } from "../../../ipc/closing.ts";
import { fieldLabel, sidesOf } from "../../../core/field-words.ts";
import { datedWords } from "../../../core/report/changes/dated-words.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { When } from "../../ui/values/when.tsx";
import { monthName } from "../months/close-words.ts";
import { changeWording } from "../tables/changes-table.tsx";
import { KIND_WORDS, recordWords } from "./restatement-words.ts";
import { WideTable } from "../months/wide-table.tsx";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { walletName } from "../months/wallet-name.ts";

export interface RestatementTableProps {
  readonly restatements: readonly Restatement[];
  readonly caption: string;
  /** Whether months and signatures are named, too. */
  readonly ofAllMonths: boolean;
  readonly decimals: number;
  readonly timeZone: string;
}

export function RestatementTable({ restatements, caption, ofAllMonths, ...wording }: RestatementTableProps) {
  const wallets = new Set(restatements.flatMap(({ effect }) => effect.wallets.map(walletKey)));
  return (
    <WideTable caption={caption} className="restatements">
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">What changed</th>
          <th scope="col">Pull</th>
          {ofAllMonths ? <th scope="col">Month</th> : null}
          <th scope="col" className="number">
            Effect on movements
          </th>
          <th scope="col" className="number">
            Effect on closing
          </th>
        </tr>
      </thead>
      <tbody>
        {restatements.map((one) => (
          <Line
            key={`${one.pullId} ${recordWords(one)} ${one.signature?.month ?? ""}`}
            of={one}
            ofAllMonths={ofAllMonths}
            isNamed={wallets.size > 1}
            {...wording}
          />
        ))}
      </tbody>
    </WideTable>
  );
}

interface LineProps extends Pick<RestatementTableProps, "ofAllMonths" | "decimals" | "timeZone"> {
  readonly of: Restatement;
  /** Whether effects say in which wallet they are. */
  readonly isNamed: boolean;
}

function Line({ of, ofAllMonths, isNamed, decimals, timeZone }: LineProps) {
  const { kind, fields, pullId, atMs, effect, payref } = of;
  const dated = datedWords(of);
  return (
    <tr>
      <th scope="row">
        <RecordLink of={of} />
        {payref === "" ? null : <span className="restated-payref">{payref}</span>}
      </th>
      <td>
        {KIND_WORDS[kind]}
        {dated === "" ? null : <span className="restated-signed">{dated}</span>}
        {fields.length === 0 ? null : (
          <ul className="restated-fields">
            {fields.map((change) => {
              const [before, after] = sidesOf(change, changeWording({ decimals, timeZone }));
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
      </td>
      <td className="restated-pull">
        Pull {pullId}
        <span className="restated-when">
          {atMs === null ? "from files" : <When atMs={atMs} timeZone={timeZone} time />}
        </span>
      </td>
      {ofAllMonths ? (
        <td>
          <MonthWords of={of} />
        </td>
      ) : null}
      <td className="number">
        <Effect of={effect} figure="movement" isNamed={isNamed} decimals={decimals} />
      </td>
      <td className="number">
        <Effect of={effect} figure="closing" isNamed={isNamed} decimals={decimals} />
      </td>
    </tr>
  );
}

interface EffectProps {
  readonly of: Restatement["effect"];
  readonly figure: "movement" | "closing";
  readonly isNamed: boolean;
  readonly decimals: number;
}

/** On one wallet an amount; on several each its own, for they may be in different currencies. */
function Effect({ of, figure, isNamed, decimals }: EffectProps) {
  if (!isNamed || of.wallets.length === 0) return <Amount value={of[figure]} decimals={decimals} sign />;
  return (
    <ul className="restated-wallets">
      {of.wallets.map((wallet) => (
        <li key={walletKey(wallet)}>
          <span className="quiet">{walletName(wallet)}</span>{" "}
          <Amount value={wallet[figure]} decimals={decimals} sign />
        </li>
      ))}
    </ul>
  );
}

function MonthWords({ of: { months, signature } }: { readonly of: Restatement }) {
  return (
    <>
      {months.map(monthName).join(" → ")}
      {signature === null ? null : (
        <span className="restated-signed">
          {signature.stillInForce ? "✓✓ " : ""}
          {monthName(signature.month)} signed by {signature.by}
          {signature.stillInForce ? "" : ", reopened since"}
        </span>
      )}
    </>
  );
}

function RecordLink({ of }: { readonly of: Restatement }) {
  const month = of.months.at(-1) ?? of.signature?.month ?? "";
  const { walletID, payID } = of;
  return (
    <a href={hrefOfMonth(walletID === null ? "transactions" : "wallet", month, "", walletID ?? payID)}>
      {recordWords(of)}
    </a>
  );
}
