/** A ledger that could not be opened: what happened, that nothing was lost, and what can be done. */
import { type Unopened, useOpening } from "../../app/opening-provider.tsx";
import { sentenceOf, wordsFor } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";

export function OpeningFault({ unopened: { file, fault } }: { readonly unopened: Unopened }) {
  const { open, choose, isOpening, forgetFault } = useOpening();
  const { title, remedy, action } = wordsFor(fault);
  return (
    <section className="opening-fault" role="alert" aria-label={title}>
      <h2 className="opening-title">{title}</h2>
      <p className="opening-file">
        {file.name} <span className="quiet">{file.where}</span>
      </p>
      <dl className="opening-facts">
        <div>
          <dt>What happened</dt>
          <dd>
            {sentenceOf(fault)} <code className="fault-code">{fault.code}</code>
          </dd>
        </div>
        <div>
          <dt>What was lost</dt>
          <dd>Nothing: opening changes no ledger, and the file is as it was.</dd>
        </div>
        <div>
          <dt>What to do</dt>
          <dd>{remedy}</dd>
        </div>
      </dl>
      <div className="fault-actions">
        <Button variant="primary" isDisabled={isOpening} onPress={() => void choose()}>
          {action === "restore" ? "Open a back-up…" : "Open another…"}
        </Button>
        <Button isDisabled={isOpening} onPress={() => void open(file)}>
          Try again
        </Button>
        <Button variant="quiet" onPress={forgetFault}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
