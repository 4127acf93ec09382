/**
 * `usePreferences()`: theme, contrast and the reviewer's name, kept by main for all windows; `useAppFacts()`:
 * which app this is.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, createContext, useCallback, useEffect, useMemo, useRef } from "react";
import type { AppFacts, Preferences } from "../../ipc/contract.ts";
import { followTheme } from "../ui/look/theme.ts";
import { useApi } from "./api-provider.tsx";
import { useEvent } from "./use-event.ts";
import { useNeeded } from "../ui/use-needed.ts";

interface Kept {
  readonly app: AppFacts;
  readonly change: (preferences: Partial<Preferences>) => Promise<void>;
}

const KeptContext = createContext<Kept | null>(null);
const KEY = ["app"];

/** Shows what is below once main has said which app this is. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data: app, error } = useQuery({ queryKey: KEY, queryFn: () => api["app.describe"]({}) });
  const keep = useCallback(
    (preferences: Partial<Preferences>) => {
      queries.setQueryData<AppFacts>(KEY, (known) =>
        known === undefined ? known : { ...known, preferences: { ...known.preferences, ...preferences } },
      );
    },
    [queries],
  );
  /** Changes on their way to main: what it says meanwhile may lack the newest. */
  const pending = useRef(0);
  const hear = useCallback(
    (preferences: Preferences) => {
      if (pending.current === 0) keep(preferences);
    },
    [keep],
  );
  useEvent("preferences.changed", hear);
  const { theme = "system", contrast = "system" } = app?.preferences ?? {};
  useEffect(() => followTheme({ theme, contrast }), [theme, contrast]);
  const kept = useMemo(
    () =>
      app === undefined
        ? null
        : {
            app,
            // Shown at once: the next change may build on this one before main has kept it.
            change: async (preferences: Partial<Preferences>) => {
              pending.current += 1;
              keep(preferences);
              try {
                await api["preferences.change"](preferences);
              } finally {
                pending.current -= 1;
                if (pending.current === 0) await queries.invalidateQueries({ queryKey: KEY });
              }
            },
          },
    [app, api, keep, queries],
  );
  if (kept === null) {
    if (error !== null) throw error;
    return null;
  }
  return <KeptContext value={kept}>{children}</KeptContext>;
}

function useKept(): Kept {
  return useNeeded(KeptContext, "PreferencesProvider");
}

/** The preferences and a function that changes some of them. */
export function usePreferences() {
  const { app, change } = useKept();
  return { preferences: app.preferences, change };
}

/** Version, host and platform. */
export function useAppFacts(): AppFacts {
  return useKept().app;
}
