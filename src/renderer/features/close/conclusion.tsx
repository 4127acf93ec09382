/** The conclusion of a month in the words of its Lead, with what qualifies it and within which limits it holds. */
import { momentWords } from "../../../core/review/close/moment.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { MonthStatement } from "../../../core/report/month-statement.ts";
import { FaultOf, usePreferences } from "../../app/providers.tsx";
import { usePast } from "../../rows/moment-provider.tsx";
import { isAnother, standingOf } from "../../shared/months/close-words.ts";
import { type StatedAs, useSignature, useStatement } from "../../app/use-months.ts";
import { Sentences } from "../../ui/sentences.tsx";

/** Of a month before it is signed, whoever signs it. */
const IF_SIGNED = "Conclusion if signed now";

/** What Close says of a month: its conclusion as signed, else the one that it would be signed with. */
export function MonthConclusion({ facts }: { readonly facts: MonthFacts }) {
  const past = usePast();
  const { preferences } = usePreferences();
  const signature = useSignature(facts);
  const signer = useOwnSigner(facts, preferences.reviewer);
  if (past !== null) {
    return <ConclusionNote title={`Conclusion ${momentWords(past.moment)}`} facts={facts} as={NOW} />;
  }
  if (facts.state === "signed-off") {
    const as = signature === null ? null : { asOf: signature };
    return <ConclusionNote title="Conclusion as signed" facts={facts} as={as} />;
  }
  return <ConclusionNote title={IF_SIGNED} facts={facts} as={{ signer }} />;
}

const NOW: StatedAs = {};

/** The same in a dialog, before the signature of whoever is named. */
export function ConclusionIfSigned({
  facts,
  signer,
}: {
  readonly facts: MonthFacts;
  readonly signer: string | null;
}) {
  return <ConclusionNote title={IF_SIGNED} facts={facts} as={{ signer }} />;
}

/** Whoever uses the window, where this person may sign the month; else somebody else will. */
export function useOwnSigner(facts: MonthFacts, name: string): string | null {
  const { prepared } = standingOf(facts);
  return prepared !== null && isAnother(facts.month, prepared.by, name) ? name : null;
}

interface ConclusionNoteProps {
  readonly title: string;
  readonly facts: MonthFacts;
  readonly as: StatedAs | null;
}

function ConclusionNote({ title, facts, as }: ConclusionNoteProps) {
  const { data: statement, error, readAgain } = useStatement(facts.month, as);
  return (
    <section className="stack gap-2" aria-label={title}>
      <FaultOf error={error} onTryAgain={readAgain} />
      {statement === undefined ? (
        error === null ? (
          <output className="quiet">{title}: checking…</output>
        ) : null
      ) : (
        <Concluded title={title} statement={statement} />
      )}
    </section>
  );
}

function Concluded({ title, statement }: { readonly title: string; readonly statement: MonthStatement }) {
  const { sentence, reasons, limits } = statement;
  return (
    <>
      <p>
        <b>{title}:</b> {sentence}
      </p>
      <RunIn of={reasons} />
      <RunIn lead="Within these limits:" of={limits} />
    </>
  );
}

/** One after the other, in as few lines as they fill. */
function RunIn({ lead = null, of }: { readonly lead?: string | null; readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <div className="run-in">
      {lead === null ? null : <span>{lead} </span>}
      <Sentences className="contents" of={of} />
    </div>
  );
}
