/**
 * `<LongNumber text="254,843,230,000,111" />`: where there is no room it breaks after a separator, and is
 * never cut.
 */
import { Fragment } from "react";

/** Shorter ones have room everywhere, and are easier to read on one line. */
const LONG = 13;

export function LongNumber({ text }: { readonly text: string }) {
  if (text.length < LONG) return <span className="number">{text}</span>;
  return (
    <span className="number number-long">
      {text.split(/(?<=,)/u).map((group, at) => (
        // Groups never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          {at === 0 ? null : <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  );
}
