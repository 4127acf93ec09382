/** What a transaction is about, by its cycle: an item, a milestone with tasks, a crowd-pay. */
import type { JsonValue } from "../../../core/canonical.ts";
import { Amount } from "../../ui/values.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Table } from "../../ui/table.tsx";
import { type FactLine, Facts } from "../../ui/facts.tsx";
import { ForeignText } from "./record-matches.tsx";
import { parseServiceTime } from "../../../core/time.ts";

interface CycleDetailProps {
  readonly cycle: string;
  /** The newest version of the transaction, under the interface's names. */
  readonly document: JsonValue;
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
}

const text = (detail: JsonValue, field: string) => <ForeignText text={textAt(detail, field)} />;

function OneTime({ detail }: DetailProps) {
  const quantity = integerAt(detail, "itemquantity");
  const facts: FactLine[] = [
    ["Item", text(detail, "itemname")],
    ["Quantity", quantity === null ? null : String(quantity)],
    ["Item amount", <Amount key="amount" value={integerAt(detail, "itemamount")} zero="0" />],
    ["Escrow charge", <Amount key="charge" value={integerAt(detail, "escrow_charge")} />],
    ["Duration", text(detail, "duration")],
    ["Delivery", text(detail, "deliverydate")],
    ["Terms", text(detail, "terms")],
  ];
  return <Facts facts={facts} />;
}

function isComplete(task: JsonValue): boolean {
  return integerAt(task, "is_complete") === 1;
}

function amountOf(task: JsonValue): number {
  return integerAt(task, "taskamount") ?? 0;
}

function Milestone({ detail }: DetailProps) {
  const tasks = listAt(detail, "list");
  const total = integerAt(detail, "amount");
  const sum = exactSum(tasks.map(amountOf));
  const complete = exactSum(tasks.filter(isComplete).map(amountOf));
  return (
    <>
      <Table
        look="dense"
        caption="Tasks of the milestone"
        rows={tasks}
        // Tasks have no number of their own; they never change places.
        rowKey={(_, at) => at}
        columns={[
          {
            title: "Task",
            isRowHeader: true,
            className: "cell-words",
            cell: (task) => text(task, "taskname"),
          },
          { title: "Complete", cell: (task) => (isComplete(task) ? "√ complete" : "not yet") },
          { title: "Completed", at: (task) => instantAt(task, "dateCompleted") },
          { title: "Amount", amount: amountOf },
        ]}
      />
      <Facts
        look="wide"
        facts={[
          ["Complete", <Amount key="complete" value={complete} zero="0" />],
          ["All tasks", <Amount key="sum" value={sum} zero="0" />],
          [
            total === sum ? "Same as the milestone's amount" : "× Differs from the milestone's amount",
            <Amount key="total" value={total} zero="0" />,
          ],
          ["Escrow charge", <Amount key="charge" value={integerAt(detail, "escrow_charge")} />],
          ["Terms", text(detail, "terms")],
        ]}
      />
    </>
  );
}

function CrowdPay({ detail }: DetailProps) {
  const goal = integerAt(detail, "project_goal") ?? 0;
  const raised = integerAt(detail, "current_raised") ?? 0;
  const contributors = integerAt(detail, "contributor_count");
  const part = goal > 0 ? ` (${Math.floor((raised / goal) * 100)} %)` : "";
  return (
    <>
      <p>
        <b className="large">
          <Amount value={raised} zero="0" />
        </b>{" "}
        raised of <Amount value={goal} zero="0" />
        {part}
        {contributors === null
          ? ""
          : ` by ${contributors} ${contributors === 1 ? "contributor" : "contributors"}`}
      </p>
      <ProgressBar of={{ done: raised, total: Math.max(1, goal) }} label="Raised of the goal" />
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

// Fields of a record's document, told as texts, amounts and flags; the interface leaves much of it open.

/** null where there is no such field, or no object. */
export function fieldAt(document: JsonValue, field: string): JsonValue {
  if (document === null || typeof document !== "object" || Array.isArray(document)) return null;
  if (!Object.hasOwn(document, field)) return null;
  return (document as { readonly [name: string]: JsonValue })[field] ?? null;
}

/** A text, whatever it is; null for null. */
export function textAt(document: JsonValue, field: string): string | null {
  const value = fieldAt(document, field);
  return value === null || typeof value === "string" ? value : JSON.stringify(value);
}

/** An integer, null for anything else. */
export function integerAt(document: JsonValue, field: string): number | null {
  const value = fieldAt(document, field);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** A time of the service in milliseconds UTC, null for anything else. */
export function instantAt(document: JsonValue, field: string): number | null {
  const value = fieldAt(document, field);
  return typeof value === "string" ? parseServiceTime(value) : null;
}

/** The members of a list, none where there is no list. */
export function listAt(document: JsonValue, field: string): readonly JsonValue[] {
  const value = fieldAt(document, field);
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Σ, null where it leaves the safe range. */
export function exactSum(amounts: readonly number[]): number | null {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return Number.isSafeInteger(sum) ? sum : null;
}
