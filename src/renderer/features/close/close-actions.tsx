/** What can be done with a month as it stands, each with its key. */
import { usePast } from "../../app/moment/moment-provider.tsx";
import type { CloseStepKind } from "../../../core/review/close/close.ts";
import { mayFollow } from "../../../core/review/close/close-rules.ts";
import { monthDays } from "../../../core/time.ts";
import { signWords } from "../../../core/report/statement/conclusion.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { Toolbar } from "../../ui/layout/toolbar.tsx";
import { useStatement } from "../../shared/months/use-months.ts";
import { useOwnSigner } from "./conclusion-note.tsx";
import { type KeyMap, useKeys } from "../../ui/keys/use-keys.ts";

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
  const { statement } = useStatement(facts.month, facts.state === "prepared" ? { signer } : null);
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
