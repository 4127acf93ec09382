/** The parts of AG Grid that are used; what is not named here is not in the window. */
import {
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
} from "ag-grid-community";

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  RowSelectionModule,
  RowApiModule,
  ScrollApiModule,
  ColumnApiModule,
  EventApiModule,
  CellStyleModule,
  RowStyleModule,
  TooltipModule,
]);
