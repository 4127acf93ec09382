/** Everything the window stands on, from the way to main to its dialogs. */
import { I18nProvider } from "react-aria-components";
import { ApiProvider } from "./bridge/api-provider.tsx";
import { AppBoundary } from "./app/shell/app-boundary.tsx";
import { DialogsProvider, LedgerProvider, PreferencesProvider } from "./app/providers.tsx";
import { JobsProvider } from "./app/jobs-provider.tsx";
import { OpeningProvider } from "./app/opening-provider.tsx";
import { Shell } from "./app/shell/shell.tsx";
import type { Bridge } from "./bridge/bridge.ts";

export function App({ bridge }: { readonly bridge: Bridge }) {
  return (
    // Whatever the system's language, numbers and days are written as the ledger's own.
    <I18nProvider locale="en-GB">
      <AppBoundary>
        <ApiProvider bridge={bridge}>
          <PreferencesProvider>
            <LedgerProvider>
              <JobsProvider>
                <DialogsProvider>
                  <OpeningProvider>
                    <Shell />
                  </OpeningProvider>
                </DialogsProvider>
              </JobsProvider>
            </LedgerProvider>
          </PreferencesProvider>
        </ApiProvider>
      </AppBoundary>
    </I18nProvider>
  );
}
