/** Asks once who decides here: a decision needs a name. */
import { useState } from "react";
import type { ReviewerAsk } from "../check/use-reviewer.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FaultOf } from "./fault-of.tsx";

export function ReviewerDialog({ ask }: { readonly ask: ReviewerAsk }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<unknown>(null);
  const isNamed = name.trim() !== "";
  const answer = () => {
    setError(null);
    if (isNamed) ask.answer(name.trim()).catch(setError);
  };
  return (
    <Dialog
      title="Who decides?"
      size="s"
      onClose={ask.dismiss}
      actions={
        <>
          <Button onPress={ask.dismiss}>Cancel</Button>
          <Button variant="primary" isDisabled={!isNamed} onPress={answer}>
            Sign with this name
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer();
        }}
      >
        <TextField
          label="Your name"
          value={name}
          onChange={setName}
          hint="Every decision carries a name. It is kept on this machine and can be changed in Settings."
          // The dialog asks for nothing else.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      </form>
      {error === null ? null : <FaultOf error={error} onTryAgain={answer} />}
    </Dialog>
  );
}
