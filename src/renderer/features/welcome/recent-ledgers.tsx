/** The ledgers that were open last, and the way to any other. */
import { useAnswers } from "../../app/answers.ts";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useOpening } from "../../app/ledger/opening-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { RECENT, type RecentLedger as Recent, useRecent } from "../../app/ledger/use-recent.ts";
import { hrefOf } from "../../app/use-route.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { When } from "../../ui/values/when.tsx";

export function RecentLedgers() {
  const api = useApi();
  const answers = useAnswers();
  const { choose, isOpening } = useOpening();
  const { data, error, refetch } = useRecent();
  const forget = (one: Recent) => {
    api["ledger.forget"]({ ledger: one.handle }).then(() => answers.askAgain(RECENT), showFault);
  };
  return (
    <section className="recent" aria-labelledby="recent-title">
      <header className="row ends recent-head">
        <h2 id="recent-title" className="row gap-2 large strong door-title">
          Ledgers
        </h2>
        <span className="row gap-3">
          {data === undefined || data.length === 0 ? null : <a href={hrefOf("clients")}>All clients</a>}
          <Button icon="folder" isDisabled={isOpening} onPress={() => void choose()}>
            Open a ledger… <Kbd keys="Mod+O" />
          </Button>
        </span>
      </header>
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
      {data === undefined ? null : data.length === 0 ? (
        <p className="quiet">No ledger opened yet. A ledger is one file that ends in .tieout.</p>
      ) : (
        <ul>
          {data.map((one) => (
            <RecentLedger key={one.handle} one={one} onForget={() => forget(one)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentLedger({ one, onForget }: { readonly one: Recent; readonly onForget: () => void }) {
  const { open, isOpening } = useOpening();
  const { name, where, openedAtMs, isThere } = one;
  return (
    <li className="row gap-3 edge-above recent-line">
      {isThere ? (
        <Button
          variant="quiet"
          aria-label={`Open ${name}, ${where}`}
          isDisabled={isOpening}
          onPress={() => void open(one)}
        >
          {name}
        </Button>
      ) : (
        <span className="quiet">{name}</span>
      )}
      <span className="fill ellipsis faint">{where}</span>
      {isThere ? null : <Badge tone="warning">! not found</Badge>}
      <span className="quiet">
        <When atMs={openedAtMs} />
      </span>
      <Button
        variant="quiet"
        size="s"
        icon="close"
        aria-label={`Remove ${name} from the list`}
        onPress={onForget}
      />
    </li>
  );
}
