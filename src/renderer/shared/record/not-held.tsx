/** Of a record that the newest pull no longer holds: that it is so, and what was found of it. */
import { useQuery } from "@tanstack/react-query";
import type { RecordFacts } from "../../../ipc/contract.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import { FindingList } from "./finding-list.tsx";
import { RecordSection } from "./record-pane.tsx";
import { useCandidates } from "./use-candidates.ts";

/** More findings than any one record has. */
const MOST = 100;

type Versions = RecordFacts["versions"];

/**
 * What became of a record that is in no check.
 *
 * @param versions oldest first; undefined while they are read
 * @example `Vanished: pull 3 is the first without this transaction. The ledger keeps it as it was last seen, below.`
 */
export function goneWords(noun: "entry" | "transaction", versions: Versions | undefined): string {
  const lastSeen = versions?.findLastIndex(({ document }) => document !== null) ?? -1;
  const gone = versions?.[lastSeen + 1];
  if (lastSeen === -1 || gone === undefined) return `The newest pull has no such ${noun}.`;
  return `Vanished: pull ${gone.pull.id} is the first without this ${noun}. The ledger keeps it as it was last seen, below.`;
}

interface NotHeldProps {
  readonly noun: "entry" | "transaction";
  readonly id: number;
  readonly versions: Versions | undefined;
}

export function NotHeld({ noun, id, versions }: NotHeldProps) {
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
      <p>{goneWords(noun, versions)}</p>
      {findings.length === 0 ? null : <FindingList {...{ findings, findCandidates }} />}
    </RecordSection>
  );
}
