/** Where a record comes from: its versions pull by pull, and its JSON as the service sent it. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { RecordFacts } from "../../../../ipc/contract.ts";
import { FaultOf } from "../../../app/fault-of.tsx";
import { RawJson } from "./raw-json.tsx";
import { RecordSection } from "../record-pane.tsx";
import { Versions } from "./versions.tsx";

export function RecordSources({ record }: { readonly record: UseQueryResult<RecordFacts> }) {
  const { data, error, refetch } = record;
  if (error !== null) return <FaultOf error={error} onTryAgain={() => void refetch()} />;
  if (data === undefined) return <p className="quiet">Reading its versions…</p>;
  if (data.versions.length === 0) return <p className="quiet">No pull of this ledger has it.</p>;
  return (
    <>
      <RecordSection title="Versions">
        <Versions versions={data.versions} />
      </RecordSection>
      <RecordSection title="As the service sent it">
        <RawJson raw={data.raw} />
      </RecordSection>
    </>
  );
}
