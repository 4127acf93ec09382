/** Where one is without a ledger: three doors to one, and those that were open before. */
import { DisplayFormatProvider } from "../../ui/values/display-format.tsx";
import { useLedger } from "../../app/ledger/ledger-provider.tsx";
import { useOpening } from "../../app/ledger/opening-provider.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";
import { Doors } from "./doors.tsx";
import { OpeningFault } from "./opening-fault.tsx";
import { RecentLedgers } from "./recent-ledgers.tsx";
import "./welcome-place.css";

export function WelcomePlace() {
  const ledger = useLedger();
  const { unopened } = useOpening();
  return (
    <div className="stack gap-6 welcome">
      <header className="stack at-start gap-4">
        <h1 id={PLACE_TITLE_ID} className="serif welcome-mark lands" tabIndex={-1}>
          Tieout
        </h1>
        <p className="title quiet welcome-words">
          Does the wallet tie out? If not, at which entry, by how much, and why? Who decided what about each
          exception?
        </p>
        {ledger === null ? null : (
          <p>
            <a href={hrefOf("overview")}>Back to {ledger.name}</a>
          </p>
        )}
      </header>
      {/* What stands here belongs to no ledger, whichever one is open. */}
      <DisplayFormatProvider of={null}>
        {unopened === null ? null : <OpeningFault unopened={unopened} />}
        <Doors />
        <RecentLedgers />
      </DisplayFormatProvider>
    </div>
  );
}
