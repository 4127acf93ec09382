/** When the records came in last, and what that changed. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../app/api-provider.tsx";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { ofLedger, useOpenLedger } from "../../app/ledger-provider.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/when.tsx";
import { linkWords } from "../activity/link-words.ts";

/** Decisions and exports may have come after the pull; further back one looks in Activity. */
const LOOKED_AT = 200;

export function LastPull({ timeZone }: { readonly timeZone: string }) {
  const api = useApi();
  const dialogs = useDialogs();
  const { id, lastPull, counts, connection, readOnly } = useOpenLedger();
  const { data: link = null } = useQuery({
    queryKey: ofLedger("last-pull", id, counts.pulls),
    queryFn: async () => {
      const { links } = await api["activity.list"]({ before: null, count: LOOKED_AT });
      return links.find(({ kind }) => kind === "pull") ?? null;
    },
    enabled: lastPull !== null,
  });
  if (lastPull === null) return null;
  return (
    <section className="overview-part" aria-labelledby="pull-title">
      <div className="overview-head">
        <h2 id="pull-title">{lastPull.source === "files" ? "Last import" : "Last pull"}</h2>
        {connection === "none" || readOnly !== null ? null : (
          <Button
            size="s"
            variant="quiet"
            icon="pull"
            onPress={() => dialogs.show({ is: "pull", full: false })}
          >
            Pull now
          </Button>
        )}
      </div>
      <p>
        <When atMs={lastPull.atMs} timeZone={timeZone} time />
      </p>
      {link === null ? null : <p className="quiet last-pull-words">{linkWords(link).sentence}</p>}
      <p>
        <a href={hrefOf("activity")}>All that happened to this ledger</a>
      </p>
    </section>
  );
}
