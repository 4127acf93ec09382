import { Button } from "../../../ui/button.tsx";
import { Kbd } from "../../../ui/keys/kbd.tsx";
import { QUEUE_KEYS } from "../keys.ts";
import { useUndo } from "../../../shared/decide/use-undo.ts";

/** Undo and redo of what this window decided or matched by hand. */
export function UndoButtons() {
  const { canUndo, canRedo, undo, redo } = useUndo();
  return (
    <>
      <Button size="s" variant="quiet" icon="undo" isDisabled={!canUndo} onPress={() => void undo()}>
        <span className="undo-word">Undo</span> <Kbd keys={QUEUE_KEYS.undo.keys} />
      </Button>
      <Button size="s" variant="quiet" icon="redo" isDisabled={!canRedo} onPress={() => void redo()}>
        <span className="undo-word">Redo</span> <Kbd keys={QUEUE_KEYS.redo.keys} />
      </Button>
    </>
  );
}
