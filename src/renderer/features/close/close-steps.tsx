/** The steps of the close in a list: how each stands, and the one thing that can be done next of it. */
import {
  type ClosingAct,
  type ClosingStep,
  closingSteps,
  firstStepToDo,
} from "../../../core/report/closing-steps.ts";
import type { ConfirmedBalance, MonthFile, TickedStep } from "../../../core/review/file/month-file.ts";
import type { LetterStanding } from "../../../core/review/letters/letters.ts";
import { type ReactNode, useState } from "react";
import { useJobs } from "../../app/jobs-provider.tsx";
import { useDialogs, useOpenLedger, usePreferences } from "../../app/providers.tsx";
import { useApi } from "../../bridge/api-provider.tsx";
import { CLOSE_ACTIONS, useActions } from "../../app/place-actions.ts";
import { showFault } from "../../app/show-fault.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useStatement } from "../../app/use-months.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { signWords } from "../../../core/report/lead/month-conclusion.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { comparedWords } from "../../../core/words/proof.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthDays } from "../../../core/time.ts";
import { walletName } from "../../../core/words/wallet.ts";
import { useNowWord, usePast } from "../../rows/moment-provider.tsx";
import { mayFollow } from "../../../core/review/close/close-rules.ts";
import { monthName, standingOf } from "../../shared/months/close-words.ts";
import { PointList } from "../../shared/months/point-list.tsx";
import { useStepNow } from "../../shared/months/step-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useDisplayFormat, whenText } from "../../ui/values.tsx";
import { formatAmount } from "../../../core/money.ts";
import { useAcceptMonth } from "../../shared/record/use-bank-accepting.tsx";
import { BankAccounts, useAddingStatement } from "../../shared/months/bank-statements.tsx";
import type { CloseDialog } from "./close-dialogs.tsx";
import { useOwnSigner } from "./conclusion.tsx";
import { SAME_SOURCE } from "./file-dialogs.tsx";
import { BalanceTable, Checklist, StatedTerms } from "./file-parts.tsx";
import { LetterList } from "./letters.tsx";
import { DoneSign } from "../../ui/marks.tsx";

interface CloseStepsProps {
  readonly report: MonthReport;
  readonly file: MonthFile;
  readonly letters: readonly LetterStanding[];
  readonly onAsk: (asked: CloseDialog) => void;
}

export function CloseSteps({ report, file, letters, onAsk }: CloseStepsProps) {
  const { readOnly, lastPull, settings } = useOpenLedger();
  const canWrite = readOnly === null;
  const canMark = canWrite && report.facts.state !== "signed-off";
  const pulledWords = lastPull === null ? "" : whenText(lastPull.atMs, settings.timeZone, true);
  const steps = closingSteps({ report, file, letters, pulledWords, nowWord: useNowWord() });
  const first = canWrite ? firstStepToDo(steps) : null;
  const [answering, setAnswering] = useState(0);
  const { isTaking, mark, act } = useActs(report, onAsk, () => setAnswering((times) => times + 1));
  const adding = useAddingStatement();
  useActKeys(report, steps, { canWrite, act, onAsk, onAdd: adding.add });
  const { preferences } = usePreferences();
  // Whoever prepared it makes no points on it.
  const isReviewer = useOwnSigner(report.facts, preferences.reviewer) !== null;
  const inside: Partial<Record<ClosingStep["id"], ReactNode>> = {
    bank: <BankAccounts onAdd={canWrite ? adding.add : null} />,
    letter: (
      <LetterList
        letters={letters}
        onAsk={canWrite ? onAsk : null}
        isOffered={steps.some(({ act: own }) => own?.is === "write-letter")}
      />
    ),
    balance: (
      <BalanceTable
        month={report.facts.month}
        balances={file.balances}
        onSame={canMark ? mark.same : null}
        onConfirm={canMark ? (balance) => onAsk({ is: "confirm", balance, isSame: false }) : null}
      />
    ),
    checklist: (
      <>
        {canWrite ? (
          <p>
            <Button size="s" onPress={() => onAsk({ is: "terms" })} words="Edit file…" />
          </p>
        ) : null}
        <StatedTerms file={file} />
        <Checklist
          steps={file.steps}
          onTick={canMark ? mark.tick : null}
          onNote={canMark ? (step) => onAsk({ is: "tick", step }) : null}
        />
      </>
    ),
    points: (
      <PointList
        points={report.points}
        asked={answering}
        isNamed
        canAnswer={canMark}
        onAgain={canMark && isReviewer ? (again) => onAsk({ is: "point", again }) : null}
      />
    ),
  };
  return (
    <>
      <ol aria-label="Steps of the close">
        {steps.map((step) => (
          <li key={step.id}>
            <Fold
              title={step.title}
              result={step.words}
              mark={<DoneSign isDone={step.isDone} />}
              {...(step.id === "points" ? { asked: answering } : {})}
              action={
                canWrite && step.act !== null ? (
                  <StepAct
                    act={step.act}
                    report={report}
                    isFirst={step === first}
                    isTaking={isTaking}
                    onAct={act}
                    onAsk={onAsk}
                  />
                ) : null
              }
            >
              {inside[step.id]}
            </Fold>
          </li>
        ))}
      </ol>
      {adding.dialog}
    </>
  );
}

/** Does what a step asks for: at once where the name is known and nothing else is wanted, else in a dialog. */
function useActs({ facts }: MonthReport, onAsk: CloseStepsProps["onAsk"], onAnswer: () => void) {
  const commands = useCommands();
  const { preferences } = usePreferences();
  const { isTaking, takeNow } = useStepNow();
  const acceptMonth = useAcceptMonth();
  const { month } = facts;
  const by = preferences.reviewer;
  const note = "";
  const tick = (step: TickedStep) => {
    if (by === "" || step.figures?.ok === false) onAsk({ is: "tick", step });
    else
      void takeNow(async (api) => api["file.tick"]({ month, step: step.id, done: true, by, note }), {
        done: null,
      });
  };
  const same = (balance: ConfirmedBalance) => {
    if (by === "") return onAsk({ is: "confirm", balance, isSame: true });
    const { wallet, closing } = balance;
    const said = { wallet, balance: closing, source: SAME_SOURCE, evidence: null };
    void takeNow(async (api) => api["file.confirm"]({ month, ...said, by, note }), { done: null });
  };
  const prepare = () => {
    void takeNow(async (api) => api["close.prepare"]({ month, by, override: null }), {
      done: ({ pulls }) => `${monthName(month)} is prepared. ${comparedWords(pulls)}`,
      freezes: true,
    });
  };
  const act = (asked: ClosingAct) => {
    switch (asked.is) {
      case "pull":
        return commands.pull();
      case "confirm":
        return same(asked.balance);
      case "tick":
        return tick(asked.step);
      case "prepare":
        return by === "" || asked.isHindered ? onAsk({ is: "prepare" }) : prepare();
      case "accept-lines":
        return acceptMonth(month, null, () => onAsk({ is: "accept-lines" }));
      case "record-sending":
        return onAsk({ is: "sent", letter: asked.letter });
      case "write-letter":
      case "sign-off":
      case "return":
      case "reopen":
        return onAsk({ is: asked.is });
      case "answer":
        return onAnswer();
      case "decide":
        return undefined;
    }
  };
  return { isTaking, act, mark: { tick, same } };
}

/** What can be done of the month now, by its key and in Ctrl+K. */
function useActKeys(
  { facts }: MonthReport,
  steps: readonly ClosingStep[],
  given: Pick<CloseStepsProps, "onAsk"> & {
    readonly canWrite: boolean;
    readonly act: (act: ClosingAct) => void;
    readonly onAdd: () => void;
  },
) {
  const { canWrite, act, onAsk, onAdd } = given;
  const { running } = useJobs();
  const ownPull = useOwnPull(facts.month);
  const dialogs = useDialogs();
  const isPast = usePast() !== null;
  const acts = canWrite ? steps.flatMap((step) => step.act ?? []) : [];
  const next = (name: keyof typeof CLOSE_ACTIONS, is: ClosingAct["is"]) => {
    const found = acts.find((one) => one.is === is);
    return found === undefined ? {} : { [name]: () => act(found) };
  };
  useActions(
    CLOSE_ACTIONS,
    {
      ...(canWrite
        ? {
            letter: () => onAsk({ is: "write-letter" }),
            terms: () => onAsk({ is: "terms" }),
            journal: () => onAsk({ is: "journal" }),
          }
        : {}),
      ...(canWrite ? { statement: onAdd } : {}),
      ...next("lines", "accept-lines"),
      ...next("confirm", "confirm"),
      ...next("tick", "tick"),
      ...next("prepare", "prepare"),
      ...next("sign", "sign-off"),
      ...(canWrite && mayFollow(facts.state, "return") ? { return: () => onAsk({ is: "return" }) } : {}),
      ...next("answer", "answer"),
      ...(canWrite && facts.state !== "open" ? { reopen: () => onAsk({ is: "reopen" }) } : {}),
      ...(canWrite && facts.state === "signed-off" && running === null
        ? { pack: () => onAsk({ is: "pack" }), ownPull }
        : {}),
      ...(isPast ? {} : { export: () => dialogs.show({ is: "export", period: monthDays(facts.month) }) }),
    },
    "Close",
  );
}

/** Asks where the page goes, and pulls anew as a job. */
function useOwnPull(month: Month): () => void {
  const api = useApi();
  const { take } = useJobs();
  const pull = async () => {
    const suggestedName = `${monthName(month)}, own pull.xlsx`;
    const { file } = await api["files.chooseToSave"]({ purpose: "workbook", suggestedName });
    if (file !== null) take(await api["close.ownPull"]({ month, target: file.handle }));
  };
  return () => void pull().catch(showFault);
}

interface StepActProps extends Pick<CloseStepsProps, "report" | "onAsk"> {
  readonly act: ClosingAct;
  readonly isFirst: boolean;
  readonly isTaking: boolean;
  readonly onAct: (act: ClosingAct) => void;
}

function StepAct({ act, report, isFirst, isTaking, onAct, onAsk }: StepActProps) {
  const { running } = useJobs();
  const variant = isFirst ? "primary" : "plain";
  const words = useActWords(act, report);
  if (act.is === "decide") {
    return (
      <a
        className={`button button-${variant} button-s`}
        href={hrefOfMonth("exceptions", report.facts.month, UNDECIDED)}
      >
        Decide them
      </a>
    );
  }
  const keys = (KEYS as Partial<Record<ClosingAct["is"], string>>)[act.is];
  return (
    <>
      <Button
        size="s"
        {...{ variant, words, keys }}
        of={spokenOf(act)}
        isDisabled={isTaking || (act.is === "pull" && running !== null)}
        {...(keys === undefined ? {} : { "aria-keyshortcuts": keys })}
        onPress={() => onAct(act)}
      />
      {act.is === "confirm" ? (
        <Button
          size="s"
          words="Differs…"
          of={spokenOf(act)}
          onPress={() => onAsk({ is: "confirm", balance: act.balance, isSame: false })}
        />
      ) : null}
      {act.is === "sign-off" ? (
        <Button size="s" aria-keyshortcuts={KEYS.return} onPress={() => onAsk({ is: "return" })}>
          {returnWords(report.facts)} <Kbd keys={KEYS.return} />
        </Button>
      ) : null}
    </>
  );
}

/** As a filter of the queue. */
const UNDECIDED = "status=waiting&severity=error";

const KEYS = {
  "accept-lines": CLOSE_ACTIONS.lines.keys,
  "write-letter": CLOSE_ACTIONS.letter.keys,
  prepare: CLOSE_ACTIONS.prepare.keys,
  "sign-off": CLOSE_ACTIONS.sign.keys,
  return: CLOSE_ACTIONS.return.keys,
  answer: CLOSE_ACTIONS.answer.keys,
  reopen: CLOSE_ACTIONS.reopen.keys,
} as const satisfies Partial<Record<ClosingAct["is"], string>>;

function spokenOf(act: ClosingAct): string | undefined {
  if (act.is === "confirm") return walletName(act.balance.wallet);
  return act.is === "tick" ? act.step.text : undefined;
}

function returnWords(facts: MonthReport["facts"]): string {
  const { prepared } = standingOf(facts);
  return `Return to ${prepared?.by ?? "the preparer"}…`;
}

function useActWords(act: ClosingAct, { facts }: MonthReport): string {
  const { preferences } = usePreferences();
  const { decimals } = useDisplayFormat();
  const by = preferences.reviewer;
  const signer = useOwnSigner(facts, by);
  const { data: statement } = useStatement(facts.month, act.is === "sign-off" ? { signer } : null);
  if (act.is === "sign-off") return `${signWords(statement ?? null, decimals)}…`;
  if (act.is === "return") return returnWords(facts);
  if (act.is === "accept-lines") return `Accept ${formatAmount(act.count)}`;
  if (act.is !== "prepare") return ACT_WORDS[act.is];
  const words = act.isAgain ? "Prepare again" : "Prepare";
  if (act.isHindered) return `${act.isAgain ? words : "Prepare anyway"}…`;
  return by === "" ? `${words}…` : `${words} as ${by}`;
}

const ACT_WORDS: Readonly<
  Record<Exclude<ClosingAct["is"], "prepare" | "sign-off" | "return" | "accept-lines">, string>
> = {
  pull: "Pull now",
  decide: "Decide them",
  "write-letter": "Write letter…",
  "record-sending": "Record sending…",
  confirm: "Same",
  tick: "Tick",
  answer: "Answer",
  reopen: "Reopen…",
};
