/** Under a search: records in which its words are and that are among no rows, as a later pull no longer has them. */
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "../../../core/money.ts";
import { beforeAnswer } from "../../app/answers.ts";
import { hrefOf } from "../../app/use-route.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";

/** The most that are named. */
const MOST = 5;

interface VanishedMatchesProps {
  readonly table: "entries" | "transactions";
  readonly search: string;
}

export function VanishedMatches({ table, search }: VanishedMatchesProps) {
  const { client, summary } = useCheck();
  const queryKey = useCheckKeys()("vanished", search);
  const { data = [] } = useQuery({
    queryKey,
    enabled: search.trim() !== "" && client !== null && summary !== null,
    queryFn: async ({ signal }) => (await client?.call("vanished", { words: search }, { signal })) ?? [],
    placeholderData: beforeAnswer(queryKey),
    gcTime: 0,
  });
  const found = data.filter((one) => one.table === table);
  if (search.trim() === "" || found.length === 0) return null;
  const [place, idName] =
    table === "entries" ? (["wallet", "walletID"] as const) : (["transactions", "payID"] as const);
  return (
    <output className="caution">
      {formatCount(found.length, table === "entries" ? "vanished entry" : "vanished transaction")} also{" "}
      {found.length === 1 ? "matches" : "match"}:{" "}
      {found.slice(0, MOST).map(({ id, gonePull }, at) => (
        <span key={id}>
          {at === 0 ? null : ", "}
          <a href={hrefOf(place, id)}>
            {idName} {id}
          </a>
          , gone since pull {gonePull}
        </span>
      ))}
      {found.length > MOST ? " and more" : ""}.
    </output>
  );
}
