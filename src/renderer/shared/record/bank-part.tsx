/** What the bank's statements say of an entry, and accepting a line for it. */
import { useState } from "react";
import {
  type BankAnswer,
  type DifferenceClass,
  DIFFERENCE_CLASSES,
  linePlaceWords,
  sumOfLines,
} from "../../../core/bank/accepted.ts";
import type { AccountLine } from "../../../core/bank/statement.ts";
import { bankAnswerWords } from "../../../core/bank/statement-words.ts";
import type { BankTie } from "../../../core/bank/ties.ts";
import { formatAmount } from "../../../core/money.ts";
import { useOpenLedger } from "../../app/providers.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Table } from "../../ui/table.tsx";
import { StepDialog } from "../months/step-dialog.tsx";

export interface AskedBank {
  readonly answer: BankAnswer;
  readonly places: number;
}

/** null while it is not known, where no statements are kept, and of an entry that they are not asked about. */
export function useBankAnswer(walletID: number | null): AskedBank | null {
  return useCheckAnswer("bankAnswer", walletID === null ? null : { walletID }).data ?? null;
}

interface BankPartProps {
  readonly of: AskedBank;
  /** The key that accepts the first way; null where none does. */
  readonly keys: string | null;
  readonly onAccept: (way: BankTie) => void;
}

/** The lines, each with what the bank says, and what can be accepted. */
export function BankPart({ of: { answer, places }, keys, onAccept }: BankPartProps) {
  const { readOnly } = useOpenLedger();
  const { ways, support, again } = answer;
  const shown = support === null ? ways : [];
  return (
    <div className="stack gap-2">
      {support === null && ways.length > 0 ? null : (
        <p className="breaks">{bankAnswerWords(answer, places)}.</p>
      )}
      {shown.map((way, at) => (
        <div key={way.lines.map(linePlaceWords).join()} className="stack gap-1">
          <LineTable lines={way.lines} places={places} />
          {way.movements.length < 2 ? null : (
            <p className="quiet">
              Together with walletID{" "}
              {way.movements
                .map(({ walletID }) => walletID)
                .filter((one) => one !== answer.movement.walletID)
                .join(", ")}
            </p>
          )}
          {readOnly !== null ? null : (
            <p>
              <Button
                size="s"
                words={answer.state === "tied" ? "Accept" : "Accept…"}
                {...(keys === null || at > 0
                  ? { of: way.lines.map(linePlaceWords).join(" and ") }
                  : { keys, "aria-keyshortcuts": keys })}
                onPress={() => onAccept(way)}
              />
            </p>
          )}
        </div>
      ))}
      {support === null || again.length === 0 ? null : <LineTable lines={again} places={places} />}
    </div>
  );
}

function LineTable({ lines, places }: { readonly lines: readonly AccountLine[]; readonly places: number }) {
  return (
    <Table
      look="dense"
      caption="Lines of the bank's statements"
      rows={lines}
      rowKey={linePlaceWords}
      columns={[
        { title: "Day", isRowHeader: true, cell: ({ day }) => day },
        { title: "Where", cell: linePlaceWords },
        {
          title: "Narration",
          cell: ({ reference, narration }) => <bdi>{`${reference} ${narration}`.trim()}</bdi>,
        },
        { title: "Amount", isNumber: true, cell: ({ amount }) => formatAmount(amount, places) },
      ]}
    />
  );
}

/** What stands as the note where nobody need word one. */
export const ONLY_LINE_NOTE = "The only line of the statements that it can be.";

interface AcceptLineDialogProps {
  readonly of: AskedBank;
  readonly way: BankTie;
  readonly onClose: () => void;
}

/** One of several, or one that is short: why it is this one, and what the difference is. */
export function AcceptLineDialog({ of: { answer, places }, way, onClose }: AcceptLineDialogProps) {
  const [difference, setDifference] = useState<string>(NOT_SAID);
  const { movements, lines } = way;
  const apart = sumOfLines(lines) + sumOfLines(movements);
  const named = lines.map(({ evidence, at }) => ({ evidence, at }));
  const walletIDs = movements.map(({ walletID }) => walletID);
  return (
    <StepDialog
      title={`Accept ${lines.map(linePlaceWords).join(" and ")} for walletID ${answer.movement.walletID}`}
      words="Accept"
      nameLabel="Accepted by"
      noteAsk="Write why it is this line"
      noteLabel="Why it is this line"
      noteHint="It can be undone as any match by hand."
      take={(said, api) =>
        api["bank.accept"]({
          choice: {
            by: "lines",
            walletIDs,
            lines: named,
            difference: difference === NOT_SAID || apart === 0 ? null : (difference as DifferenceClass),
          },
          ...said,
        })
      }
      done="The line is accepted"
      onClose={onClose}
    >
      <LineTable lines={lines} places={places} />
      {apart === 0 ? null : (
        <SelectField
          label={`What the difference of ${formatAmount(Math.abs(apart), places)} is`}
          value={difference}
          onChange={setDifference}
          options={[
            { id: NOT_SAID, label: "Not said" },
            ...DIFFERENCE_CLASSES.map((id) => ({ id, label: CLASS_WORDS[id] })),
          ]}
        />
      )}
    </StepDialog>
  );
}

const NOT_SAID = "";
const CLASS_WORDS: Readonly<Record<DifferenceClass, string>> = {
  fee: "A fee",
  levy: "A levy",
  "write-off": "Written off",
};
