/** `const keyOf = useCheckKeys()`: names what the worker is asked, `keyOf("entry", walletID)`. */
import { useCallback } from "react";
import type { AnswerKey } from "../bridge/answers.ts";
import { useLedgerKeys } from "../app/providers.tsx";
import { useCheck } from "./check-provider.tsx";

/** What the worker said of one ledger, and of one revision of its check, is said of no other. */
export function useCheckKeys(): (...what: readonly unknown[]) => AnswerKey {
  const { revision } = useCheck();
  const keyOf = useLedgerKeys();
  return useCallback((...what) => keyOf("check", revision, ...what), [keyOf, revision]);
}
