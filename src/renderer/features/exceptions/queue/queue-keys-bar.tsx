/** The keys of the list as buttons: whoever does not know a key sees it where he presses. */
import { memo } from "react";
import { Button } from "../../../ui/button.tsx";
import { Kbd } from "../../../ui/keys/kbd.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { QUEUE_KEYS, type QueueCommand } from "../keys.ts";

export type ListCommand = Extract<
  QueueCommand,
  "next" | "previous" | "nextWaiting" | "open" | "select" | "selectRange" | "selectAll"
>;

const SHOWN: readonly (readonly [ListCommand, string])[] = [
  ["next", "Next"],
  ["previous", "Previous"],
  ["nextWaiting", "Next undecided"],
  ["open", "Detail"],
  ["select", "Select"],
  ["selectRange", "Select to here"],
  ["selectAll", "Select all"],
];

export const QueueKeysBar = memo(function QueueKeysBar({
  onCommand,
}: {
  readonly onCommand: (command: ListCommand) => void;
}) {
  return (
    <div className="wrap rigid queue-keys" role="toolbar" aria-label="Moving and selecting">
      {SHOWN.map(([command, label]) => (
        <Tooltip key={command} content={QUEUE_KEYS[command].words}>
          <Button size="s" variant="quiet" onPress={() => onCommand(command)}>
            {label} <Kbd keys={QUEUE_KEYS[command].keys} />
          </Button>
        </Tooltip>
      ))}
    </div>
  );
});
