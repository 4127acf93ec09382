/** Points of a reviewer with all that was said on them: answered in place, or made again. */
import { useEffect, useRef, useState } from "react";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { type Point, isAnswered, pointStateWords } from "../../../core/review/close/points.ts";
import { subjectWords } from "../../../core/review/file/attachment.ts";
import { useOpenLedger } from "../../app/providers.tsx";
import { hrefOfMonth } from "../../app/use-route.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { When } from "../../ui/values.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { anotherThanPreparer, monthName } from "./close-words.ts";
import { useMonthOf } from "./month-state.tsx";
import { StepDialog, useStepNow } from "./step-dialog.tsx";

interface PointDialogProps {
  readonly facts: MonthFacts;
  readonly finding: Finding | null;
  /** The point whose answer is not enough; null for a new one. */
  readonly again: Point | null;
  readonly onClose: () => void;
}

export function PointDialog({ facts, finding, again, onClose }: PointDialogProps) {
  const { month } = facts;
  const fingerprint = finding?.fingerprint ?? null;
  return (
    <StepDialog
      title={again === null ? "Make a point" : `Make point ${again.id} again`}
      words={again === null ? "Make point" : "Make again"}
      nameLabel="Reviewed by"
      assertName={anotherThanPreparer(facts, "make points on it")}
      noteAsk="Write the point"
      noteLabel="Point"
      take={async ({ by, note }, api) =>
        again === null
          ? api["point.make"]({ month, by, points: [{ text: note, fingerprint }] })
          : api["point.reply"]({ month, by, point: again.id, kind: "repeated", text: note })
      }
      done="The point waits for an answer"
      onClose={onClose}
    >
      <p>{again?.note ?? finding?.message ?? monthName(month)}</p>
    </StepDialog>
  );
}

/** The month of the window's period with the points on it; none of a period that is no month. */
export function usePoints() {
  const { period } = useCheck();
  const facts = useMonthOf(period);
  const { data } = useAnswer("point.list", facts === null ? null : { month: facts.month });
  return { facts, points: data?.points ?? NO_POINTS };
}

const NO_POINTS: readonly Point[] = [];

interface PointListProps {
  readonly points: readonly Point[];
  /** Each time that this grows the first answer takes the focus. */
  readonly asked?: number;
  /** Whether each says what it is about. */
  readonly isNamed: boolean;
  /** Makes a point again; null for whoever may not. */
  readonly onAgain: ((point: Point) => void) | null;
  readonly canAnswer: boolean;
}

export function PointList({ points, asked = 0, isNamed, onAgain, canAnswer }: PointListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (asked > 0) list.current?.querySelector<HTMLElement>("textarea, input")?.focus();
  }, [asked]);
  return (
    <ol ref={list} aria-label="Points">
      {points.map((point) => (
        <li key={point.id} className="stack gap-1 edge-below pad-y-2">
          <p>
            <b>Point {point.id}</b>
            {isNamed ? (
              <>
                {" on "}
                <Subject point={point} />
              </>
            ) : null}{" "}
            <span className={isAnswered(point) ? "quiet" : "tone-warning"}>{pointStateWords(point)}</span>
          </p>
          <Said by={point.by} atMs={point.atMs} text={point.note} />
          {point.replies.map((reply) => (
            <Said
              key={reply.atMs}
              by={`${reply.kind === "answered" ? "Answered by" : "Made again by"} ${reply.by}`}
              atMs={reply.atMs}
              text={reply.note}
            />
          ))}
          {canAnswer && !isAnswered(point) ? <Answer point={point} /> : null}
          {onAgain !== null && isAnswered(point) ? (
            <p>
              <Button size="s" words="Make again…" of={`point ${point.id}`} onPress={() => onAgain(point)} />
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function Subject({ point: { month, finding } }: { readonly point: Point }) {
  if (finding === null) return <>{subjectWords({ kind: "month", month })}</>;
  return (
    <a href={hrefOfMonth("exceptions", month, "", finding.fingerprint)}>
      {subjectWords({ kind: "finding", ...finding })}
    </a>
  );
}

function Said({ by, atMs, text }: { readonly by: string; readonly atMs: number; readonly text: string }) {
  return (
    <p>
      <bdi>{by}</bdi>, <When atMs={atMs} time />: <span className="as-typed">{text}</span>
    </p>
  );
}

/** Answers a point in place; Enter saves it. */
function Answer({ point: { id, month } }: { readonly point: Point }) {
  const { whoDecides } = useCheck();
  const { readOnly } = useOpenLedger();
  const { isTaking, takeNow } = useStepNow();
  const [text, setText] = useState("");
  const isEmpty = text.trim() === "";
  const save = async () => {
    if (isEmpty || isTaking) return;
    const by = await whoDecides();
    if (by === null) return;
    await takeNow(async (api) => api["point.reply"]({ month, by, point: id, kind: "answered", text }), {
      done: () => `Point ${id} is answered`,
    });
  };
  return (
    <div className="row gap-2 at-end">
      <div className="fill">
        <TextField
          label={`Answer to point ${id}`}
          value={text}
          onChange={setText}
          isDisabled={readOnly !== null}
          onEnter={() => void save()}
        />
      </div>
      <Button size="s" isDisabled={isEmpty || isTaking} onPress={() => void save()} words="Answer" />
    </div>
  );
}
