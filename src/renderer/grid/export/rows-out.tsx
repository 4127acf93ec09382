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
}

export function RowsOut<R>(props: RowsOutProps<R>) {
  const { title, view } = props;
  const { isBusy, save } = useCsvFile(props);
  const isEmpty = view.total === null || view.total === 0;
  useKeys(
    { "Mod+Shift+E": { does: "Export these rows as CSV", run: save, inFields: true } },
    { group: title, enabled: !isEmpty && !isBusy },
  );
  return (
    <Button size="s" icon="export" isDisabled={isEmpty || isBusy} onPress={save}>
      Export rows…
    </Button>
  );
}
