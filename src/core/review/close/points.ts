/**
 * Points that a reviewer makes on a month or on one of its findings, and the rules that admit them. An answer closes a
 * point, whoever gives it, unless the reviewer makes the point again.
 */
import { TieoutError } from "../../errors.ts";
import type { ActNote, HumanAct } from "../../human-act.ts";
import { formatCount } from "../../money.ts";
import type { NamedFinding } from "../../reconcile/input/findings.ts";
import { monthTitle } from "../../words/month.ts";
import { nameOf, reasonOf } from "../decisions/note-rules.ts";
import { exceptionKey } from "../decisions/review.ts";
import type { Month } from "./close.ts";
import { assertAnother } from "./close-rules.ts";
import type { MonthStanding } from "./month-states.ts";

/** What became of a point after it was made. */
export const POINT_REPLIES = ["answered", "repeated"] as const;
export type PointReplyKind = (typeof POINT_REPLIES)[number];

export type PointEvent =
  /** null for a point on the month as a whole. */
  | { readonly kind: "made"; readonly finding: NamedFinding | null }
  | { readonly kind: PointReplyKind; readonly point: number };

/** A point that is made, answered or made again; its note is the text. None is ever changed or deleted. */
export interface PointStep extends HumanAct {
  readonly month: Month;
  readonly event: PointEvent;
}

export interface PointReply extends ActNote {
  readonly kind: PointReplyKind;
}

/** A point with all that was said on it; its note is the text. */
export interface Point extends HumanAct {
  readonly month: Month;
  readonly finding: NamedFinding | null;
  /** In the order in which they came. */
  readonly replies: readonly PointReply[];
}

export function isAnswered({ replies }: Pick<Point, "replies">): boolean {
  return replies.at(-1)?.kind === "answered";
}

/** Those that wait for an answer, in their order. */
export function unansweredOf<P extends Pick<Point, "replies">>(points: readonly P[]): P[] {
  return points.filter((point) => !isAnswered(point));
}

/** Finds the points on a finding, also where its numbers changed since. */
export function pointFinder<P extends Pick<Point, "finding">>(
  points: readonly P[],
): (finding: NamedFinding) => P[] {
  const about = points.filter((point) => point.finding !== null);
  if (about.length === 0) return () => [];
  return (finding) => {
    const key = exceptionKey(finding);
    return about.filter(
      ({ finding: of }) =>
        of !== null && (of.fingerprint === finding.fingerprint || exceptionKey(of) === key),
    );
  };
}

export class StandingPoints {
  readonly #points = new Map<number, Point>();
  readonly #unanswered = new Map<Month, number>();

  /** @param steps in the order in which they were taken */
  constructor(steps: readonly PointStep[] = []) {
    for (const step of steps) this.take(step);
  }

  /** In the order in which they were made. @param month null for those of all months */
  list(month: Month | null): Point[] {
    const all = [...this.#points.values()];
    return month === null ? all : all.filter((point) => point.month === month);
  }

  unansweredIn(month: Month): number {
    return this.#unanswered.get(month) ?? 0;
  }

  /** @throws TieoutError POINT_NOT_FOUND */
  get(number: number): Point {
    const found = this.#points.get(number);
    if (found !== undefined) return found;
    throw new TieoutError("POINT_NOT_FOUND", "There is no point with this number", {
      record: `point ${number}`,
    });
  }

  /** Goes on with a step, admissible or not. */
  take({ event, ...said }: PointStep): void {
    if (event.kind === "made") {
      this.#points.set(said.id, { ...said, finding: event.finding, replies: [] });
      this.#count(said.month, 1);
      return;
    }
    const point = this.#points.get(event.point);
    if (point === undefined) return;
    const { by, note, atMs } = said;
    const after = { ...point, replies: [...point.replies, { kind: event.kind, by, note, atMs }] };
    this.#points.set(point.id, after);
    this.#count(point.month, Number(isAnswered(point)) - Number(isAnswered(after)));
  }

  #count(month: Month, by: number): void {
    this.#unanswered.set(month, this.unansweredIn(month) + by);
  }

  /**
   * Refuses a step that nobody may take after what came before.
   *
   * @param standing of its month
   * @throws TieoutError POINT_NOT_FOUND, POINT_INVALID; CLOSE_STATE for a signed month; CLOSE_SAME_PERSON for a point of
   *   the preparer's own; DECISION_INVALID for a name or text that is refused
   */
  admit({ month, event, by, note }: Omit<PointStep, "id" | "atMs">, standing: MonthStanding): void {
    pointWords({ by, note }, event.kind);
    if (standing.state === "signed-off") {
      const sentence = `${monthTitle(month)} is signed off. Points can be made and answered once it is reopened`;
      throw new TieoutError("CLOSE_STATE", sentence);
    }
    if (event.kind !== "answered" && standing.prepared !== null)
      assertAnother(month, standing.prepared.by, by, "make points on it");
    if (event.kind === "made") return;
    const point = this.get(event.point);
    if (point.month !== month) throw invalid(`Point ${point.id} is of ${monthTitle(point.month)}`);
    if (event.kind === "answered" && isAnswered(point))
      throw invalid(`Point ${point.id} is already answered`);
    if (event.kind === "repeated" && !isAnswered(point))
      throw invalid(`Point ${point.id} is not answered yet, so it need not be made again`);
  }
}

function invalid(sentence: string): TieoutError {
  return new TieoutError("POINT_INVALID", sentence);
}

/** Name and text as they are stored. @throws TieoutError DECISION_INVALID */
export function pointWords(
  { by, note }: Pick<PointStep, "by" | "note">,
  kind: PointEvent["kind"],
): Pick<PointStep, "by" | "note"> {
  return kind === "answered"
    ? {
        by: nameOf(by, "An answer needs the name of the person who gives it"),
        note: reasonOf(note, "An answer needs a text", "answer"),
      }
    : {
        by: nameOf(by, "A point needs the name of the person who makes it"),
        note: reasonOf(note, "A point needs a text", "point"),
      };
}

/** Whoever made them: on an open month that may be anybody. @example `3 review points` */
export function pointCountWords(count: number): string {
  return formatCount(count, "review point");
}

/** How a point stands. @example `answered`, `made again` */
export function pointStateWords({ replies }: Pick<Point, "replies">): string {
  const last = replies.at(-1)?.kind;
  return last === undefined ? "waits for an answer" : last === "answered" ? "answered" : "made again";
}

/** @throws TieoutError POINTS_OPEN naming how many wait for an answer */
export function assertAnswered(month: Month, unanswered: number, done: string): void {
  if (unanswered === 0) return;
  const [are, they] = unanswered === 1 ? ["is", "it is"] : ["are", "they are"];
  const sentence = `${pointCountWords(unanswered)} on ${monthTitle(month)} ${are} not answered. It can be ${done} once ${they}`;
  throw new TieoutError("POINTS_OPEN", sentence);
}
