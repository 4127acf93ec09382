/** `<Icon name="wallet" />`: a stroke drawing beside words, never instead of a name. */

/** Each is drawn on 16 × 16 with a stroke of 1.4. */
const DRAWINGS = {
  overview: "M2.5 13.5h11M4 11V8M8 11V3M12 11V6",
  wallet: "M2.5 4.5h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-8.5a1 1 0 0 1 1-1H11M11 9h.01",
  transactions: "M2.5 5.5h10M10 2.5l3 3-3 3M13.5 10.5h-10M6 7.5l-3 3 3 3",
  exceptions: "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.01",
  "sign-off": "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5M5.5 10.3l1.7 1.5 3.3-3",
  settings:
    "M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M8 2v1.6M8 12.4V14M2 8h1.6M12.4 8H14M3.8 3.8l1.1 1.1M11.1 11.1l1.1 1.1M3.8 12.2l1.1-1.1M11.1 4.9l1.1-1.1",
  close: "M4 4l8 8M12 4l-8 8",
  down: "M4 6l4 4 4-4",
  pull: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
  export: "M8 10V2.5M4.8 5.5 8 2.3l3.2 3.2M2.5 9.5v4h11v-4",
  ledger: "M3.5 2.5h9v11h-9zM6 2.5v11M8.5 5.5H11M8.5 8H11",
  sandbox: "M6 2.5v4l-3.3 6a.7.7 0 0 0 .6 1h9.4a.7.7 0 0 0 .6-1L10 6.5v-4M5 2.5h6M4.6 10h6.8",
  connect: "M6.5 9.5 9.5 6.5M7 4.8 8.7 3a3 3 0 0 1 4.3 4.3L11.2 9M9 11.2 7.3 13A3 3 0 0 1 3 8.7L4.8 7",
  import:
    "M9 2.5H4a.5.5 0 0 0-.5.5v10a.5.5 0 0 0 .5.5h8a.5.5 0 0 0 .5-.5V6zM9 2.5V6h3.5M8 8v3.5M6.4 10 8 11.6 9.6 10",
  good: "M3 8.5l3.3 3.3L13 4.8",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5",
  undo: "M6 3.5 3 6.5l3 3M3 6.5h6a3.5 3.5 0 0 1 0 7H6.5",
  redo: "M10 3.5l3 3-3 3M13 6.5H7a3.5 3.5 0 0 0 0 7h2.5",
  folder: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
} as const;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
