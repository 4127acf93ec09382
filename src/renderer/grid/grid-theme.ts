/**
 * The grid's looks, from the same tokens as everything else: a working paper has hairlines between its rows
 * and no boxes.
 */
import { themeQuartz } from "ag-grid-community";

/** Pixels; `--row` says the same to style sheets. */
export const ROW_HEIGHT = 28;
export const HEADER_HEIGHT = 30;

export const gridTheme = themeQuartz.withParams({
  browserColorScheme: "inherit",
  backgroundColor: "var(--paper)",
  dataBackgroundColor: "var(--paper)",
  foregroundColor: "var(--ink)",
  textColor: "var(--ink)",
  cellTextColor: "var(--ink)",
  subtleTextColor: "var(--ink-faint)",
  accentColor: "var(--accent)",
  borderColor: "var(--line)",
  chromeBackgroundColor: "var(--paper)",
  fontFamily: "inherit",
  fontSize: "12.5px",
  headerFontFamily: "inherit",
  headerFontSize: "var(--text-s)",
  headerFontWeight: 500,
  headerTextColor: "var(--ink-quiet)",
  headerBackgroundColor: "var(--paper)",
  headerCellHoverBackgroundColor: "var(--hover)",
  headerCellMovingBackgroundColor: "var(--accent-wash)",
  headerRowBorder: { style: "solid", width: 1, color: "var(--line-strong)" },
  headerColumnBorder: false,
  headerColumnResizeHandleColor: "var(--line-strong)",
  headerColumnResizeHandleHeight: "50%",
  headerColumnResizeHandleWidth: 1,
  headerHeight: HEADER_HEIGHT,
  rowHeight: ROW_HEIGHT,
  rowBorder: { style: "solid", width: 1, color: "var(--line)" },
  columnBorder: false,
  pinnedColumnBorder: { style: "solid", width: 1, color: "var(--line-strong)" },
  oddRowBackgroundColor: "var(--paper)",
  rowHoverColor: "var(--hover)",
  selectedRowBackgroundColor: "var(--accent-wash)",
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: 0,
  cellHorizontalPadding: 7,
  spacing: 4,
  iconSize: 12,
  focusShadow: "none",
  modalOverlayBackgroundColor: "transparent",
});

/** The page's nonce, under which styles may be added; none where the page has none. */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = meta?.nonce ?? "";
  return nonce === "" ? undefined : nonce;
}
