/** Where a record comes from: its versions pull by pull, and its JSON as the service sent it. */
import { useMemo, useState } from "react";
import { putOnClipboard } from "../../grid/use-copying.ts";
import { Button } from "../../ui/button.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { compareDocuments, kindOf } from "../../../core/reconcile/compare-records.ts";
import type { FieldChange } from "../../../core/reconcile/input/findings.ts";
import type { RecordFacts } from "../../../ipc/contract.ts";
import { When } from "../../ui/values.tsx";
import { ChangesTable } from "./changes-table.tsx";
import type { LiveAnswer } from "../../app/use-answer.ts";
import { FaultOf } from "../../app/providers.tsx";
import { RecordSection } from "./record-matches.tsx";
import { showToast } from "../../ui/toast.tsx";

// JSON laid out to be read. Only white space between its signs changes: a number past 2^53 or a key given
// twice stays as it was sent.

const INDENT = "  ";
/** Deeper than any record of the interface; beyond it lines do not move further in. */
const DEEPEST = 24;

/** @param text JSON; anything else comes back with the same signs, laid out as far as it goes */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const line = () => `\n${INDENT.repeat(Math.min(DEEPEST, Math.max(0, depth)))}`;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") {
      depth += 1;
      parts.push(token, line());
    } else if (token === "}" || token === "]") {
      depth -= 1;
      // Nothing in it stands on one line.
      if (parts.at(-1)?.trim() === "") parts.pop();
      const opened = parts.at(-1);
      parts.push(opened === "{" || opened === "[" ? token : `${line()}${token}`);
    } else if (token === ",") parts.push(token, line());
    else if (token === ":") parts.push(": ");
    else parts.push(token);
  }
  return parts.join("");
}

/** Strings whole, then signs, then whatever stands between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gsu;

const TURNING = /[\u200B-\u200F\u061C\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** JSON with signs that are hidden, or turn others around, as the escapes that mean the same. */
export function escapeHidden(text: string): string {
  return text.replaceAll(
    TURNING,
    (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** More is not drawn, only copied. */
const MOST_DRAWN = 100_000;

function RawJson({ raw }: { readonly raw: string | null }) {
  const [isIndented, setIndented] = useState(true);
  const drawn = useMemo(() => {
    if (raw === null) return "";
    const text = escapeHidden(isIndented ? indentJson(raw) : raw);
    return text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text;
  }, [raw, isIndented]);
  if (raw === null) {
    return <p className="quiet">Its response was pruned. The hash is still in the audit trail.</p>;
  }
  const copy = () => {
    putOnClipboard(raw);
    showToast({ tone: "good", words: "Copied as sent" });
  };
  return (
    <div className="stack gap-1">
      <div className="row ends small">
        <SwitchField isSelected={isIndented} onChange={setIndented}>
          Formatted
        </SwitchField>
        <Button size="s" variant="quiet" onPress={copy} words="Copy as sent" />
      </div>
      <pre
        className="small as-typed scrolls sunken rounded bounded pad-x-3 pad-y-2"
        dir="ltr"
        // It scrolls by itself, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="JSON as the service sent it"
      >
        {drawn}
      </pre>
    </div>
  );
}

interface VersionStep {
  readonly pullId: number;
  /** Milliseconds UTC; null for files, which carry no clock. */
  readonly atMs: number | null;
  /** `seen` first, `changed`, `gone` where the pull no longer had it, `back` where it had it again. */
  readonly is: "seen" | "changed" | "gone" | "back";
  /** Beside the version that was held before. */
  readonly changes: readonly FieldChange[];
}

/** The versions of a record as steps, oldest first. */
export function versionSteps(versions: RecordFacts["versions"]): VersionStep[] {
  let held: RecordFacts["versions"][number]["document"] = null;
  let wasGone = false;
  return versions.map(({ pull, document }) => {
    const before = held;
    const isBack = wasGone;
    const step = { pullId: pull.id, atMs: pull.atMs };
    wasGone = document === null;
    if (document === null) return { ...step, is: "gone", changes: [] };
    held = document;
    if (before === null) return { ...step, is: "seen", changes: [] };
    const changes = compareDocuments(kindOf(document), before, document);
    return { ...step, is: isBack ? "back" : "changed", changes };
  });
}

const VERSION_WORDS: Readonly<Record<VersionStep["is"], string>> = {
  seen: "First seen",
  changed: "Changed",
  gone: "Gone: not in this pull",
  back: "Back again",
};

/** Earlier versions of a record, the fields that changed side by side, and where it vanished. */
function Versions({ versions }: { readonly versions: RecordFacts["versions"] }) {
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

export function RecordSources({ record }: { readonly record: LiveAnswer<RecordFacts> }) {
  const { data, error, readAgain } = record;
  if (error !== null) return <FaultOf error={error} onTryAgain={readAgain} />;
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
