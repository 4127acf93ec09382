/** `<ConnectionTest draft={draft} />`: logs in with what was typed and says who answered; nothing is kept. */
import { useState } from "react";
import type { Output } from "../../../ipc/contract.ts";
import { Button } from "../../ui/button.tsx";
import { useApi } from "../api-provider.tsx";
import { type ConnectionDraft, connectionOf } from "./connection-form.tsx";
import { FaultOf } from "../fault-of.tsx";

type Tested =
  | { readonly is: "nothing" | "asking" }
  | { readonly is: "answered"; readonly who: Output<"connection.test"> }
  | { readonly is: "failed"; readonly error: unknown };

/** The button and, below it, what came of it. */
export function ConnectionTest({ draft }: { readonly draft: ConnectionDraft }) {
  const api = useApi();
  const [tested, setTested] = useState<Tested>({ is: "nothing" });
  const test = () => {
    setTested({ is: "asking" });
    api["connection.test"](connectionOf(draft)).then(
      (who) => setTested({ is: "answered", who }),
      (error: unknown) => setTested({ is: "failed", error }),
    );
  };
  return (
    <div className="cluster gap-2 across-3 connection-test">
      <Button isDisabled={draft.baseUrl.trim() === ""} isPending={tested.is === "asking"} onPress={test}>
        {tested.is === "asking" ? "Testing…" : "Test connection"}
      </Button>
      <output className="connection-answer">
        {tested.is === "answered" ? <span className="tone-good">✓ {answerWords(tested.who)}</span> : null}
      </output>
      {tested.is === "failed" ? <FaultOf error={tested.error} isMendedHere /> : null}
    </div>
  );
}

function answerWords({ name, userID, business }: Output<"connection.test">): string {
  const who = name === null ? `user ${userID}` : `${name}, user ${userID}`;
  return `Connected as ${who}${business === null ? "" : `, of ${business}`}.`;
}
