/** What leaves a grid as it is shown: a CSV file, and paper. */
import type { RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";
import type { GridHandle } from "../grid-handle.ts";
import type { RecordsView } from "../use-records-view.ts";
import { useCsvFile } from "./use-csv-file.ts";

interface RowsOutProps<R> {
  /** Of the place. */
  readonly title: string;
  readonly columns: readonly GridColumn<R>[];
  readonly wording: GridWording;
  readonly view: RecordsView<R>;
  readonly grid: RefObject<GridHandle | null>;
  readonly onPrint: () => void;
}

export function RowsOut<R>(props: RowsOutProps<R>) {
  const { title, view, onPrint } = props;
  const { isBusy, save } = useCsvFile(props);
  const isEmpty = view.total === null || view.total === 0;
  useKeys(
    { "Mod+Shift+E": { does: "Export these rows as CSV", run: save, inFields: true } },
    { group: title, enabled: !isEmpty && !isBusy },
  );
  useKeys(
    { "Mod+P": { does: "Print these rows", run: onPrint, inFields: true } },
    { group: title, enabled: !isEmpty },
  );
  return (
    <>
      <Button size="s" variant="quiet" isDisabled={isEmpty} onPress={onPrint}>
        Print…
      </Button>
      <Button size="s" icon="export" isDisabled={isEmpty || isBusy} onPress={save}>
        Export rows…
      </Button>
    </>
  );
}
