/** What can be done with the rows that are selected. */
import { formatCount } from "../../../core/money.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import "./selection-bar.css";

export interface SelectionBarProps {
  readonly count: number;
  readonly copyRows: (withTitles: boolean) => void;
  readonly onClear: () => void;
}

export function SelectionBar({ count, copyRows, onClear }: SelectionBarProps) {
  return (
    <section className="row gap-2 unbroken selection-bar" aria-label="Selected rows">
      <span className="medium selection-count">{formatCount(count, "row")} selected</span>
      <Button size="s" onPress={() => copyRows(false)}>
        Copy <Kbd keys="Mod+C" />
      </Button>
      <Button size="s" onPress={() => copyRows(true)}>
        Copy with titles
      </Button>
      <Button size="s" variant="quiet" onPress={onClear}>
        Clear
      </Button>
    </section>
  );
}
