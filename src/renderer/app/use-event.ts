/** `useEvent("ledger.changed", (ledger) => …)`: what main tells without being asked. */
import { useEffect, useRef } from "react";
import type { EventName, Events } from "../../ipc/events.ts";
import { useBridge } from "./api-provider.tsx";

export function useEvent<E extends EventName>(event: E, take: (value: Events[E]) => void): void {
  const bridge = useBridge();
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  });
  useEffect(
    () =>
      bridge.listen((message) => {
        if (message.event === event) taking.current(message.value as Events[E]);
      }),
    [bridge, event],
  );
}
