/** What can be done with a month as it stands, each with its key. */
import { useSettled } from "../../ui/use-settled.ts";
import { momentWords } from "../../../core/review/close/moment.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { MonthStatement } from "../../../core/report/month-statement.ts";
import { FaultOf, usePreferences, useDialogs, useOpenLedger } from "../../app/providers.tsx";
import { usePast } from "../../rows/moment-provider.tsx";
import { isAnother, standingOf, WAY_WORDS } from "../../shared/months/close-words.ts";
import { type StatedAs, useSignature, useStatement } from "../../app/use-months.ts";
import type { CloseStepKind, Month, Obstacle, ObstacleKind } from "../../../core/review/close/close.ts";
import { mayFollow } from "../../../core/review/close/close-rules.ts";
import { monthDays } from "../../../core/time.ts";
import { signWords } from "../../../core/report/lead/month-conclusion.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { type KeyMap, useKeys } from "../../ui/use-keys.ts";
import { Section } from "../../ui/part.tsx";
import { hrefOfMonth } from "../../app/use-route.ts";
import { ended } from "../../ui/faults.tsx";

// The conclusion of a month in the words of its Lead, with what qualifies it and within which limits it holds.

/** Of a month before it is signed, whoever signs it. */
const IF_SIGNED = "Conclusion if signed now";

/** What Close says of a month: its conclusion as signed, else the one that it would be signed with. */
export function MonthConclusion({ facts }: { readonly facts: MonthFacts }) {
  const past = usePast();
  const { preferences } = usePreferences();
  const signature = useSignature(facts);
  const signer = useOwnSigner(facts, preferences.reviewer);
  if (past !== null) {
    return <ConclusionNote title={`Conclusion ${momentWords(past.moment)}`} facts={facts} as={NOW} />;
  }
  if (facts.state === "signed-off") {
    const as = signature === null ? null : { asOf: signature };
    return <ConclusionNote title="Conclusion as signed" facts={facts} as={as} />;
  }
  return <ConclusionNote title={IF_SIGNED} facts={facts} as={{ signer }} />;
}

const NOW: StatedAs = {};

/** The same in a dialog, before the signature of whoever is named. */
export function ConclusionIfSigned({
  facts,
  signer,
}: {
  readonly facts: MonthFacts;
  readonly signer: string | null;
}) {
  return <ConclusionNote title={IF_SIGNED} facts={facts} as={{ signer }} />;
}

/** Whoever uses the window, where this person may sign the month; else somebody else will. */
export function useOwnSigner(facts: MonthFacts, name: string): string | null {
  const { prepared } = standingOf(facts);
  return prepared !== null && isAnother(facts.month, prepared.by, name) ? name : null;
}

/** So long a name is typed before the conclusion is asked for, milliseconds. */
const TYPING_MS = 400;

/** A name once it is typed. */
export function useTyped(name: string): string {
  return useSettled(name, TYPING_MS);
}

interface ConclusionNoteProps {
  readonly title: string;
  readonly facts: MonthFacts;
  /** null while that is not known. */
  readonly as: StatedAs | null;
}

function ConclusionNote({ title, facts, as }: ConclusionNoteProps) {
  const { data: statement, error, readAgain } = useStatement(facts.month, as);
  return (
    <section className="stack gap-2" aria-label={title}>
      <FaultOf error={error} onTryAgain={readAgain} />
      {statement === undefined ? (
        error === null ? (
          <output className="quiet">{title}: checking…</output>
        ) : null
      ) : (
        <Concluded title={title} statement={statement} />
      )}
    </section>
  );
}

function Concluded({ title, statement }: { readonly title: string; readonly statement: MonthStatement }) {
  const { sentence, reasons, limits } = statement;
  return (
    <>
      <p>
        <b>{title}:</b> {sentence}
      </p>
      <Sentences of={reasons} />
      {limits.length === 0 ? null : <p>Within these limits:</p>}
      <Sentences of={limits} />
    </>
  );
}

function Sentences({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

interface CloseAction {
  readonly step: CloseStepKind;
  readonly words: string;
  readonly key: string;
}

/** The one most will want first; reopening is never that. */
const ACTIONS: readonly CloseAction[] = [
  { step: "sign-off", words: "Sign off…", key: "s" },
  { step: "review", words: "Begin review…", key: "b" },
  { step: "prepare", words: "Prepare…", key: "p" },
  { step: "reopen", words: "Reopen…", key: "o" },
];

interface CloseActionsProps {
  readonly facts: MonthFacts;
  /** Whether it is known what blocks the step. */
  readonly canPrepare: boolean;
  /** Whether nothing does: preparing is the next step then. */
  readonly isReady: boolean;
  /** Whether it is certain that a prepared month is not what was prepared: its signature would be refused. */
  readonly hasChanged: boolean;
  readonly onAsk: (step: CloseStepKind) => void;
}

export function CloseActions({ facts, canPrepare, isReady, hasChanged, onAsk }: CloseActionsProps) {
  const { readOnly } = useOpenLedger();
  const dialogs = useDialogs();
  const isRefused = ({ step }: CloseAction) => step === "sign-off" && hasChanged;
  const isOff = (action: CloseAction) =>
    readOnly !== null || (action.step === "prepare" && !canPrepare) || isRefused(action);
  const { preferences } = usePreferences();
  const signer = useOwnSigner(facts, preferences.reviewer);
  const { data: statement } = useStatement(facts.month, facts.state === "prepared" ? { signer } : null);
  const possible = ACTIONS.filter(({ step }) => mayFollow(facts.state, step)).map((action) => {
    if (action.step === "sign-off")
      return { ...action, words: `${signWords(statement?.conclusion ?? null)}…` };
    const isAgain = action.step === "prepare" && facts.state === "prepared";
    return isAgain ? { ...action, words: "Prepare again…" } : action;
  });
  const isNext = ({ step }: CloseAction) =>
    step === "prepare" && (facts.state === "prepared" ? hasChanged : isReady);
  const actions = [...possible.filter(isNext), ...possible.filter((action) => !isNext(action))];
  const isPast = usePast() !== null;
  const exportMonth = () => dialogs.show({ is: "export", period: monthDays(facts.month) });
  const keys: KeyMap = Object.fromEntries(
    actions
      .filter((action) => !isOff(action))
      .map(({ step, words, key }) => [key, { does: words, run: () => onAsk(step) }]),
  );
  const exporting: KeyMap = isPast ? {} : { e: { does: "Export the month's workbook…", run: exportMonth } };
  useKeys({ ...keys, ...exporting }, { group: "Close" });
  return (
    <Toolbar label="Close the month">
      {actions.map((action, at) => (
        <Button
          key={action.step}
          variant={at === 0 && action.step !== "reopen" ? "primary" : "plain"}
          isDisabled={isOff(action)}
          aria-keyshortcuts={action.key}
          onPress={() => onAsk(action.step)}
        >
          {action.words}
          <Kbd keys={action.key} />
        </Button>
      ))}
      <Button icon="export" aria-keyshortcuts="e" isDisabled={isPast} onPress={exportMonth}>
        Export workbook…
        <Kbd keys="e" />
      </Button>
    </Toolbar>
  );
}

/** As filters of the queue. */
const WAYS: Readonly<Record<ObstacleKind, string>> = {
  "undecided-errors": "status=waiting&severity=error",
  "not-over": "",
  "opening-not-carried": "rule=opening-not-carried",
};

interface ObstacleListProps {
  readonly month: Month;
  readonly obstacles: readonly Obstacle[];
}

/** What to resolve before preparing a month, each with the way to where it is dealt with. */
export function ObstacleList({ month, obstacles }: ObstacleListProps) {
  if (obstacles.length === 0) return null;
  return (
    <Section title="To resolve first" level={3}>
      <Obstacles month={month} obstacles={obstacles} />
    </Section>
  );
}

/** The obstacles alone, for where something else names them. */
export function Obstacles({ month, obstacles }: ObstacleListProps) {
  return (
    <ul className="obstacles">
      {obstacles.map(({ kind, sentence }) => (
        <li key={kind} className="wrap across-2 edge-below pad-y-1">
          <span className="sign tone-warning strong" aria-hidden="true">
            !
          </span>
          <span>{ended(sentence)}</span>
          {WAY_WORDS[kind] === null ? null : (
            <a href={hrefOfMonth("exceptions", month, WAYS[kind])}>{WAY_WORDS[kind]}</a>
          )}
        </li>
      ))}
    </ul>
  );
}
