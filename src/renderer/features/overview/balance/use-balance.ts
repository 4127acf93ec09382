/**
 * The balance over time, asked of the worker whenever the result changes; the one before stays until the next
 * is there.
 */
import { useEffect, useState } from "react";
import { isCancelled } from "../../../check/check-client.ts";
import type { Check } from "../../../check/check-provider.tsx";
import type { BalanceHistory } from "../../../check/protocol.ts";

/** More than a wide screen has pixels for a line of steps. */
const POINTS = 2400;

export interface Balance {
  /** null until it is there. */
  readonly history: BalanceHistory | null;
  readonly error: unknown;
}

export function useBalance({ client, summary }: Pick<Check, "client" | "summary">): Balance {
  const [balance, setBalance] = useState<Balance>({ history: null, error: null });
  useEffect(() => {
    if (client === null || summary === null) return undefined;
    const control = new AbortController();
    client.call("balance", { points: POINTS }, { signal: control.signal }).then(
      (history) => setBalance({ history, error: null }),
      (error: unknown) => {
        if (!isCancelled(error)) setBalance({ history: null, error });
      },
    );
    return () => control.abort();
  }, [client, summary]);
  return balance;
}
