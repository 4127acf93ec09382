/**
 * `usePreferences()`: theme, contrast and the reviewer's name, kept by main for all windows; `useAppFacts()`:
 * which app this is.
 */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, createContext, useCallback, useEffect, useMemo, useState } from "react";
import type { AppFacts, Preferences } from "../../ipc/contract.ts";
import { followTheme } from "../ui/look/theme.ts";
import { ofApp, useAnswers } from "./answers.ts";
import { useApi } from "./api-provider.tsx";
import { useEvent } from "./use-event.ts";
import { useNeeded } from "../ui/use-needed.ts";

interface KeptPreferences {
  readonly app: AppFacts;
  readonly change: (preferences: Partial<Preferences>) => Promise<void>;
}

const KeptContext = createContext<KeptPreferences | null>(null);
const KEY = ofApp("facts");

/** Changes on their way to main: what it says meanwhile may lack the newest. */
class Underway {
  #count = 0;

  get isNone(): boolean {
    return this.#count === 0;
  }

  /** @param all called when no other is on its way, also after a failure */
  async run(work: () => Promise<unknown>, all: () => Promise<void>): Promise<void> {
    this.#count += 1;
    try {
      await work();
    } finally {
      this.#count -= 1;
      if (this.isNone) await all();
    }
  }
}

/** Shows what is below once main has said which app this is. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const answers = useAnswers();
  const { data: app, error } = useQuery({ queryKey: KEY, queryFn: () => api["app.describe"]({}) });
  const keep = useCallback(
    (preferences: Partial<Preferences>) => {
      answers.put<AppFacts>(KEY, (known) =>
        known === undefined ? known : { ...known, preferences: { ...known.preferences, ...preferences } },
      );
    },
    [answers],
  );
  const [underway] = useState(() => new Underway());
  const hear = useCallback(
    (preferences: Preferences) => {
      if (underway.isNone) keep(preferences);
    },
    [underway, keep],
  );
  useEvent("preferences.changed", hear);
  const { theme = "system", contrast = "system" } = app?.preferences ?? {};
  useEffect(() => followTheme({ theme, contrast }), [theme, contrast]);
  // Shown at once: the next change may build on this one before main has kept it.
  const change = useCallback(
    async (preferences: Partial<Preferences>) => {
      keep(preferences);
      const all = async () => answers.askAgain(KEY);
      await underway.run(async () => api["preferences.change"](preferences), all);
    },
    [api, keep, answers, underway],
  );
  const kept = useMemo(() => (app === undefined ? null : { app, change }), [app, change]);
  if (kept === null) {
    if (error !== null) throw error;
    return null;
  }
  return <KeptContext value={kept}>{children}</KeptContext>;
}

function useKept(): KeptPreferences {
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
