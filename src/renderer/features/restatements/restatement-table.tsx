/** Changes one by one: the record, each field before and after, the pull that brought it, and what it does to the signed month. */
import type { Restatement } from "../../../ipc/closing.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { Amount } from "../../ui/amount.tsx";
import { When } from "../../ui/when.tsx";
import { monthName } from "../close/words.ts";
import { valueText } from "../exceptions/changes-table.tsx";
import { KIND_WORDS, recordWords } from "./words.ts";
import { WideTable } from "../close/wide-table.tsx";

export interface RestatementTableProps {
  readonly restatements: readonly Restatement[];
  readonly caption: string;
  /** Whether months and signatures are named, too. */
  readonly ofAllMonths: boolean;
  readonly decimals: number;
  readonly timeZone: string;
}

export function RestatementTable({ restatements, caption, ofAllMonths, ...wording }: RestatementTableProps) {
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
            {...wording}
          />
        ))}
      </tbody>
    </WideTable>
  );
}

interface LineProps extends Pick<RestatementTableProps, "ofAllMonths" | "decimals" | "timeZone"> {
  readonly of: Restatement;
}

function Line({ of, ofAllMonths, decimals, timeZone }: LineProps) {
  const { kind, fields, pullId, atMs, effect, payref } = of;
  return (
    <tr>
      <th scope="row">
        <RecordLink of={of} />
        {payref === "" ? null : <span className="restated-payref">{payref}</span>}
      </th>
      <td>
        {KIND_WORDS[kind]}
        {fields.length === 0 ? null : (
          <ul className="restated-fields">
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                <span className="quiet">{field}</span> <del>{valueText(field, before, decimals)}</del>{" "}
                <span aria-hidden="true">→</span> <ins>{valueText(field, after, decimals)}</ins>
              </li>
            ))}
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
        <Amount value={effect.movement} decimals={decimals} sign />
      </td>
      <td className="number">
        <Amount value={effect.closing} decimals={decimals} sign />
      </td>
    </tr>
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
