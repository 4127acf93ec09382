/** What a transaction is about, by its cycle: an item, a milestone with its tasks, a crowd-pay with its progress. */
import type { JsonValue } from "../../../core/canonical.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { When } from "../../ui/values/when.tsx";
import { exactSum, fieldAt, instantAt, integerAt, listAt, textAt } from "./document-fields.ts";
import { type Fact, Facts } from "./facts.tsx";
import { ForeignText } from "./foreign-text.tsx";
import "./record.css";

export interface CycleDetailProps {
  readonly cycle: string;
  /** The newest version of the transaction, under the interface's names. */
  readonly document: JsonValue;
  readonly decimals: number;
  readonly timeZone: string;
}

export function CycleDetail({ cycle, document, ...rest }: CycleDetailProps) {
  const detail = fieldAt(document, "data");
  if (cycle === "one-time") return <OneTime detail={detail} {...rest} />;
  if (cycle === "milestone") return <Milestone detail={detail} {...rest} />;
  if (cycle === "crowd-pay") return <CrowdPay detail={detail} {...rest} />;
  return <p className="quiet">This cycle is unknown. Its data is in the JSON below.</p>;
}

interface DetailProps {
  readonly detail: JsonValue;
  readonly decimals: number;
  readonly timeZone: string;
}

const text = (detail: JsonValue, field: string) => <ForeignText text={textAt(detail, field)} />;

function OneTime({ detail, decimals }: DetailProps) {
  const quantity = integerAt(detail, "itemquantity");
  const facts: Fact[] = [
    ["Item", text(detail, "itemname")],
    ["Quantity", quantity === null ? null : String(quantity)],
    [
      "Item amount",
      <Amount key="amount" value={integerAt(detail, "itemamount")} decimals={decimals} zero="0" />,
    ],
    ["Escrow charge", <Amount key="charge" value={integerAt(detail, "escrow_charge")} decimals={decimals} />],
    ["Duration", text(detail, "duration")],
    ["Delivery", text(detail, "deliverydate")],
    ["Terms", text(detail, "terms")],
  ];
  return <Facts facts={facts} />;
}

function isComplete(task: JsonValue): boolean {
  return integerAt(task, "is_complete") === 1;
}

function Milestone({ detail, decimals, timeZone }: DetailProps) {
  const tasks = listAt(detail, "list");
  const amounts = tasks.map((task) => integerAt(task, "taskamount") ?? 0);
  const total = integerAt(detail, "amount");
  const sum = exactSum(amounts);
  const complete = exactSum(amounts.filter((_, at) => isComplete(tasks[at] ?? null)));
  return (
    <>
      <div className="record-scroll">
        <table className="record-table">
          <caption className="only-spoken">Tasks of the milestone</caption>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Complete</th>
              <th scope="col">Completed</th>
              <th scope="col" className="number">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task, at) => {
              const atMs = instantAt(task, "dateCompleted");
              return (
                // Tasks have no number of their own; they never change places.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={at}>
                  <th scope="row" className="record-words">
                    {text(task, "taskname")}
                  </th>
                  <td>{isComplete(task) ? "√ complete" : "not yet"}</td>
                  <td>{atMs === null ? null : <When atMs={atMs} timeZone={timeZone} />}</td>
                  <td className="number">
                    <Amount value={amounts[at] ?? null} decimals={decimals} />
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <TaskSum words="Complete" value={complete} decimals={decimals} />
            <TaskSum words="All tasks" value={sum} decimals={decimals} />
            <TaskSum
              words={
                total === sum ? "Same as the milestone's amount" : "× Differs from the milestone's amount"
              }
              value={total}
              decimals={decimals}
            />
          </tfoot>
        </table>
      </div>
      <Facts
        facts={[
          [
            "Escrow charge",
            <Amount key="charge" value={integerAt(detail, "escrow_charge")} decimals={decimals} />,
          ],
          ["Terms", text(detail, "terms")],
        ]}
      />
    </>
  );
}

function TaskSum(props: {
  readonly words: string;
  readonly value: number | null;
  readonly decimals: number;
}) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {props.words}
      </th>
      <td className="number">
        <Amount value={props.value} decimals={props.decimals} zero="0" />
      </td>
    </tr>
  );
}

function CrowdPay({ detail, decimals }: DetailProps) {
  const goal = integerAt(detail, "project_goal") ?? 0;
  const raised = integerAt(detail, "current_raised") ?? 0;
  const contributors = integerAt(detail, "contributor_count");
  const part = goal > 0 ? ` (${Math.floor((raised / goal) * 100)} %)` : "";
  return (
    <>
      <p className="crowd">
        <b>
          <Amount value={raised} decimals={decimals} zero="0" />
        </b>{" "}
        raised of <Amount value={goal} decimals={decimals} zero="0" />
        {part}
        {contributors === null
          ? ""
          : ` by ${contributors} ${contributors === 1 ? "contributor" : "contributors"}`}
      </p>
      <ProgressBar done={raised} total={Math.max(1, goal)} label="Raised of the goal" />
      <Facts
        facts={[
          ["Project", text(detail, "project_name")],
          ["Purpose", text(detail, "purpose")],
          ["Description", text(detail, "project_description")],
        ]}
      />
    </>
  );
}
