/** Of a record that the newest pull no longer holds: that it is so, and what was found of it. */
import { useQuery } from "@tanstack/react-query";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import { FindingList } from "./finding-list.tsx";
import { RecordSection } from "./record-pane.tsx";
import { useCandidates } from "./use-candidates.ts";

/** More findings than any one record has. */
const MOST = 100;

export function NotHeld({ noun, id }: { readonly noun: "entry" | "transaction"; readonly id: number }) {
  const { client } = useCheck();
  const keyOf = useCheckKeys();
  const findCandidates = useCandidates();
  const { data: findings = [] } = useQuery({
    queryKey: keyOf("found", noun, id),
    queryFn: async () => {
      const request = {
        statuses: null,
        rules: null,
        severities: ["error", "warning", "info"],
        order: "record",
      } as const;
      const found = await client?.call("exceptions", {
        ...request,
        search: String(id),
        from: 0,
        count: MOST,
      });
      const isOfIt = noun === "entry" ? "walletID" : "payID";
      return (found?.rows ?? []).filter(({ finding }) => finding[isOfIt] === id);
    },
  });
  return (
    <RecordSection title="Found">
      <p>The newest pull has no such {noun}.</p>
      {findings.length === 0 ? null : <FindingList {...{ findings, findCandidates }} />}
    </RecordSection>
  );
}
