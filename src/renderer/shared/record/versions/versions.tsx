/** Earlier versions of a record, the fields that changed side by side, and where it vanished. */
import type { RecordFacts } from "../../../../ipc/contract.ts";
import { When } from "../../../ui/values/when.tsx";
import { ChangesTable } from "../../tables/changes-table.tsx";
import { VERSION_WORDS, type VersionStep, versionSteps } from "./version-words.ts";
import "../record.css";

export function Versions({ versions }: { readonly versions: RecordFacts["versions"] }) {
  const steps = versionSteps(versions);
  const [only] = steps;
  if (only === undefined) return null;
  if (steps.length === 1) {
    return (
      <p className="quiet">
        Unchanged since it was first seen, <OfPull step={only} />.
      </p>
    );
  }
  return (
    <ol className="stack gap-2">
      {steps.toReversed().map((step) => (
        <li key={step.pullId}>
          <p>
            <b className={STEP_CLASSES[step.is]}>{VERSION_WORDS[step.is]}</b>{" "}
            <span className="quiet">
              <OfPull step={step} />
            </span>
          </p>
          {step.changes.length === 0 ? null : <ChangesTable changes={step.changes} />}
        </li>
      ))}
    </ol>
  );
}

const STEP_CLASSES = { seen: undefined, changed: "tone-warning", gone: "tone-error", back: undefined };

function OfPull({ step }: { readonly step: VersionStep }) {
  return (
    <>
      pull {step.pullId}
      {step.atMs === null ? " from files" : " of "}
      {step.atMs === null ? null : <When atMs={step.atMs} time />}
    </>
  );
}
