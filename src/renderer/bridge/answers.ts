/**
 * What the window was told and keeps, and how all of it is named: of the app, of all ledgers, or of the one
 * that is open. An answer about a ledger is kept under that ledger's name, and no query compiles under a name
 * that was not made here.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

declare const isMadeHere: unique symbol;

export type AnswerKey = readonly unknown[] & { readonly [isMadeHere]: true };

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: AnswerKey;
  }
}

/** Which ledgers an answer depends on. */
type Scope = "app" | "all-ledgers" | "ledger";

function keyOf(scope: Scope, what: readonly unknown[]): AnswerKey {
  return [scope, ...what] as unknown as AnswerKey;
}

/** Of the app alone, whichever ledger is open. */
export function ofApp(...what: readonly unknown[]): AnswerKey {
  return keyOf("app", what);
}

/** Of ledgers that need not be open: asked again whenever the open one changes, since it may be one of them. */
export function ofAllLedgers(...what: readonly unknown[]): AnswerKey {
  return keyOf("all-ledgers", what);
}

/**
 * Of one ledger: asked again whenever it changes, forgotten once another is open. What is drawn takes
 * `useAnswer`, `useCheckAnswer` or `useLedgerKeys`, which name the ledger themselves.
 *
 * @param ledger the key of its facts; null while none is open
 */
export function ofLedger(ledger: string | null, ...what: readonly unknown[]): AnswerKey {
  return keyOf("ledger", [ledger, ...what]);
}

/** For `placeholderData`: what was shown stays until the answer is there, unless it is another ledger's. */
export function beforeAnswer(key: AnswerKey) {
  const [scope, ledger] = key;
  return <T>(before: T | undefined, query: { readonly queryKey: AnswerKey } | undefined): T | undefined => {
    if (query === undefined || query.queryKey[0] !== scope) return undefined;
    return scope !== "ledger" || query.queryKey[1] === ledger ? before : undefined;
  };
}

export interface KeptAnswers {
  readonly get: (key: AnswerKey) => unknown;
  readonly put: <T>(key: AnswerKey, value: T | ((known: T | undefined) => T | undefined)) => void;
  /** Has everything asked again whose name begins so. */
  readonly askAgain: (key: AnswerKey) => Promise<void>;
  /** Has everything asked again that something written into a ledger may make untrue. */
  readonly ledgerWritten: () => Promise<void>;
  /** Forgets all that was said of ledgers, once another one is open. */
  readonly forgetLedgers: () => void;
}

export function answersIn(queries: QueryClient): KeptAnswers {
  return {
    get: (key) => queries.getQueryData(key),
    put: <T>(key: AnswerKey, value: T | ((known: T | undefined) => T | undefined)) => {
      queries.setQueryData<T>(key, value);
    },
    askAgain: async (queryKey) => queries.invalidateQueries({ queryKey }),
    ledgerWritten: async () =>
      queries.invalidateQueries({ predicate: ({ queryKey: [scope] }) => scope !== "app" }),
    forgetLedgers: () => {
      // Also of the one that is open now: what was asked of it when it was closed already, main said of another.
      queries.removeQueries({ predicate: ({ queryKey: [scope] }) => scope === "ledger" });
    },
  };
}

export function useAnswers(): KeptAnswers {
  const queries = useQueryClient();
  return useMemo(() => answersIn(queries), [queries]);
}
