/** The audit trail as a plain list, newest first: what happened to this ledger, when, and who did it. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ActivityLink } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { ofLedger, useOpenLedger } from "../../app/ledger-provider.tsx";
import { formatCount } from "../../../core/money.ts";
import { Button } from "../../ui/button.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { When } from "../../ui/when.tsx";
import { LinkHash } from "./link-hash.tsx";
import { linkWords } from "./link-words.ts";
import "./activity-place.css";

const PAGE = 100;

export function ActivityPlace() {
  const api = useApi();
  const ledger = useOpenLedger();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ofLedger("activity", ledger.id),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => api["activity.list"]({ before: pageParam, count: PAGE }),
    getNextPageParam: ({ links, more }) => (more ? (links.at(-1)?.sequence ?? null) : null),
  });
  const links = data?.pages.flatMap((page) => page.links) ?? [];
  return (
    <>
      <PlaceHeader
        title="Activity"
        aside={`${formatCount(ledger.counts.links, "link")} of the audit trail, newest first`}
      />
      <div className="place-body">
        {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
        <table className="activity">
          <thead>
            <tr>
              <th className="number">No.</th>
              <th>When</th>
              <th>What</th>
              <th>In words</th>
              <th>Who</th>
              <th>Hash</th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <ActivityRow key={link.sequence} link={link} timeZone={ledger.settings.timeZone} />
            ))}
          </tbody>
        </table>
        {hasNextPage ? (
          <p className="activity-more">
            <Button isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              Show earlier
            </Button>
          </p>
        ) : null}
      </div>
    </>
  );
}

function ActivityRow({ link, timeZone }: { readonly link: ActivityLink; readonly timeZone: string }) {
  const { kind, sentence, by, note } = linkWords(link);
  return (
    <tr>
      <td className="number quiet">{link.sequence}</td>
      <td className="activity-when">
        <When atMs={link.atMs} timeZone={timeZone} time />
      </td>
      <td className="activity-kind">{kind}</td>
      <td className="activity-words">
        {sentence}
        {note === null ? null : <span className="activity-note">{note}</span>}
      </td>
      <td>{by}</td>
      <td>
        <LinkHash hash={link.hash} sequence={link.sequence} />
      </td>
    </tr>
  );
}
