/** `useOpening()`: opening a ledger, and what stood in the way when it could not be. */
import { type ReactNode, createContext, useEffect, useMemo, useRef, useState } from "react";
import type { Fault } from "../../../ipc/envelope.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../api-provider.tsx";
import { faultIn } from "../fault-in.ts";
import { useKeepLedger, useLedger } from "./ledger-provider.tsx";
import { showFault } from "../show-fault.ts";
import { useFiles } from "./use-files.ts";
import { go, setPeriod } from "../use-route.ts";
import { useNeeded } from "../../ui/use-needed.ts";

/** What could not be opened, and why. */
export interface Unopened {
  readonly file: FileFacts;
  readonly fault: Fault;
}

interface Opening {
  readonly unopened: Unopened | null;
  readonly isOpening: boolean;
  readonly open: (file: FileFacts) => Promise<void>;
  /** Asks which. */
  readonly choose: () => Promise<void>;
  readonly forgetFault: () => void;
}

const OpeningContext = createContext<Opening | null>(null);

export function OpeningProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const { pick } = useFiles();
  const keep = useKeepLedger();
  const [unopened, setUnopened] = useState<Unopened | null>(null);
  const [isOpening, setOpening] = useState(false);
  useFirstPlace();
  const openId = useLedger()?.id ?? null;
  const [known, setKnown] = useState(openId);
  if (known !== openId) {
    setKnown(openId);
    // Another way to a ledger was found, a backup of this one say.
    if (openId !== null) setUnopened(null);
  }
  const open = async (file: FileFacts) => {
    setOpening(true);
    setUnopened(null);
    try {
      keep(await api["ledger.open"]({ file: file.handle }));
    } catch (error) {
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
  // The functions reach for what is newest themselves; only what is shown makes a new value.
  const newest = useRef({ open, choose });
  useEffect(() => {
    newest.current = { open, choose };
  });
  const value = useMemo(
    () => ({
      unopened,
      isOpening,
      open: (file: FileFacts) => newest.current.open(file),
      choose: () => newest.current.choose(),
      forgetFault: () => setUnopened(null),
    }),
    [unopened, isOpening],
  );
  return <OpeningContext value={value}>{children}</OpeningContext>;
}

/** Another ledger than before is seen from its overview, and its newest month. */
function useFirstPlace(): void {
  const id = useLedger()?.id ?? null;
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    setPeriod(undefined);
    go(id === null ? "welcome" : "overview");
  }, [id]);
}

export function useOpening(): Opening {
  return useNeeded(OpeningContext, "OpeningProvider");
}
