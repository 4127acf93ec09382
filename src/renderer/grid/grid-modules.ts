/** The parts of AG Grid that are used; what is not named here is not in the window. */
import {
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
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
  ColumnAutoSizeModule,
  EventApiModule,
  CellStyleModule,
  RowStyleModule,
  TooltipModule,
]);
