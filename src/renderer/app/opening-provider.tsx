/** `useOpening()`: opening a ledger, and what stood in the way when it could not be. */
import { useSteady } from "../ui/use-steady.ts";
import { type ReactNode, type RefObject, createContext, useEffect, useMemo, useRef, useState } from "react";
import { monthDays } from "../../core/time.ts";
import type { Fault } from "../../ipc/envelope.ts";
import type { PlaceName } from "../../ipc/events.ts";
import type { FileFacts } from "../../ipc/values.ts";
import { useApi } from "../bridge/api-provider.tsx";
import { useLedger } from "./providers.tsx";
import { showFault, faultIn } from "./show-fault.ts";
import { useFiles } from "./use-files.ts";
import { go, setPeriod } from "./use-route.ts";
import { useNeeded } from "../ui/use-needed.ts";

export interface Unopened {
  readonly file: FileFacts;
  readonly fault: Fault;
}

interface OpenedAt {
  /** `YYYY-MM`; null for the newest that has entries. */
  readonly month: string | null;
  readonly place: PlaceName;
}

interface OpeningState {
  readonly unopened: Unopened | null;
  readonly isOpening: boolean;
  /** @param at where in it one arrives; the newest month's overview when not given */
  readonly open: (file: FileFacts, at?: OpenedAt | null) => Promise<void>;
  readonly choose: () => Promise<void>;
  readonly forgetFault: () => void;
}

const OpeningContext = createContext<OpeningState | null>(null);

export function OpeningProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const { pick } = useFiles();
  const [unopened, setUnopened] = useState<Unopened | null>(null);
  const [isOpening, setOpening] = useState(false);
  const arrival = useRef<OpenedAt | null>(null);
  useFirstPlace(arrival);
  const openKey = useLedger()?.key ?? null;
  const [known, setKnown] = useState(openKey);
  if (known !== openKey) {
    setKnown(openKey);
    // Another way to a ledger was found, a backup of this one say.
    if (openKey !== null) setUnopened(null);
  }
  const open = async (file: FileFacts, at: OpenedAt | null = null) => {
    setOpening(true);
    setUnopened(null);
    try {
      arrival.current = at;
      const opened = await api["ledger.open"]({ file: file.handle });
      if (opened.key === openKey) arriveAt(arrival);
    } catch (error) {
      arrival.current = null;
      setUnopened({ file, fault: faultIn(error) });
      go("welcome");
    } finally {
      setOpening(false);
    }
  };
  const choose = async () => {
    try {
      const [file] = await pick("ledger");
      if (file !== undefined) await open(file);
    } catch (error) {
      showFault(error);
    }
  };
  const [steadyOpen, steadyChoose] = [useSteady(open), useSteady(choose)];
  const value = useMemo(
    () => ({
      unopened,
      isOpening,
      open: steadyOpen,
      choose: steadyChoose,
      forgetFault: () => setUnopened(null),
    }),
    [unopened, isOpening, steadyOpen, steadyChoose],
  );
  return <OpeningContext value={value}>{children}</OpeningContext>;
}

/** Another ledger is seen from its overview, and its newest month, unless one arrives elsewhere. */
function useFirstPlace(arrival: RefObject<OpenedAt | null>): void {
  const key = useLedger()?.key ?? null;
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    if (key !== null && arrival.current !== null) {
      arriveAt(arrival);
      return;
    }
    setPeriod(undefined);
    go(key === null ? "welcome" : "overview");
  }, [key, arrival]);
}

function arriveAt(arrival: RefObject<OpenedAt | null>): void {
  const at = arrival.current;
  arrival.current = null;
  if (at === null) return;
  go(at.place);
  setPeriod(monthDays(at.month ?? "") ?? undefined);
}

export function useOpening(): OpeningState {
  return useNeeded(OpeningContext, "OpeningProvider");
}
