/** `const { data } = useCheckAnswer("entry", { walletID })`: what the check worker says. */
import { useQuery } from "@tanstack/react-query";
import { beforeAnswer } from "../bridge/answers.ts";
import type { WorkerCall, WorkerCalls } from "../bridge/protocol.ts";
import { type LiveAnswer, answerOf } from "../app/use-answer.ts";
import { useLedgerKeys } from "../app/providers.tsx";
import { useCheck } from "./check-provider.tsx";
import { isCancelled } from "./load.ts";

interface CheckAnswer<T> extends LiveAnswer<T> {
  readonly isOfBefore: boolean;
}

interface AskSettings {
  /** Whether the answer before stays until the next is there. */
  readonly stays?: boolean;
  /** Whether nobody asks the same again, as what changes with each letter typed. */
  readonly isPassing?: boolean;
}

/** Of this revision of the check alone. @param input null asks nothing */
export function useCheckAnswer<C extends WorkerCall>(
  call: C,
  input: WorkerCalls[C]["input"] | null,
  { stays = false, isPassing = false }: AskSettings = {},
): CheckAnswer<WorkerCalls[C]["output"]> {
  const { client, revision } = useCheck();
  const queryKey = useLedgerKeys()("check", revision, call, input);
  const result = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<WorkerCalls[C]["output"]> => {
      if (client === null) throw new Error("there is no check to ask");
      return client.call(call, input, { signal });
    },
    enabled: client !== null && input !== null,
    ...(stays ? { placeholderData: beforeAnswer(queryKey) } : {}),
    ...(isPassing ? { gcTime: 0 } : {}),
  });
  const { error, ...answer } = answerOf(result);
  return { ...answer, error: isCancelled(error) ? null : error, isOfBefore: result.isPlaceholderData };
}
