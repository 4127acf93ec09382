/** When the records came in last, and what that changed. */
import { Section } from "../../ui/layout/part.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ActivityLink, Output } from "../../../ipc/contract.ts";
import type { Api } from "../../api.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { useLedgerKeys, useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/values/when.tsx";
import { MEANINGS } from "./meanings.ts";
import { pullOf } from "../../shared/trail/pull-of.ts";
import { linkWords } from "../../../core/report/about/link-words.ts";

/** Links of the trail that are asked for at once. */
const PAGE = 500;

/** The link of a pull in the audit trail, however much was decided since; null where none is. */
export async function linkOfPull(
  api: Pick<Api, "activity.list">,
  pullId: number,
): Promise<ActivityLink | null> {
  for (let before: number | null = null; ;) {
    const { links, more }: Output<"activity.list"> = await api["activity.list"]({ before, count: PAGE });
    const pull = links.find((link) => pullOf(link) === pullId);
    if (pull !== undefined) return pull;
    const last = links.at(-1);
    if (last === undefined || !more) return null;
    before = last.sequence;
  }
}

export function LastPull() {
  const api = useApi();
  const dialogs = useDialogs();
  const keyOf = useLedgerKeys();
  const { lastPull, counts, connection, readOnly, settings } = useOpenLedger();
  const { data: link = null } = useQuery({
    queryKey: keyOf("last-pull", counts.pulls, lastPull?.id ?? null),
    queryFn: () => linkOfPull(api, lastPull?.id ?? 0),
    enabled: lastPull !== null,
    // What a pull did never changes: only another pull is asked after again.
    staleTime: "static",
  });
  if (lastPull === null) return null;
  return (
    <Section
      title={lastPull.source === "files" ? "Last import" : "Last pull"}
      level={2}
      meaning={MEANINGS.pull}
      aside={
        connection === "none" || readOnly !== null ? null : (
          <Button
            size="s"
            variant="quiet"
            icon="pull"
            onPress={() => dialogs.show({ is: "pull", full: false })}
          >
            Pull now
          </Button>
        )
      }
    >
      <p>
        <When atMs={lastPull.atMs} time />
      </p>
      {link === null ? null : <p className="quiet breaks">{linkWords(link, settings.decimals).sentence}</p>}
      <p>
        <a href={hrefOf("activity")}>Show all activity</a>
      </p>
    </Section>
  );
}
