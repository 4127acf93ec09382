/** Everything the window stands on, from the way to main to its dialogs. */
import { I18nProvider } from "react-aria-components";
import { ApiProvider } from "./app/api-provider.tsx";
import { AppBoundary } from "./app/shell/app-boundary.tsx";
import { DialogsProvider } from "./app/dialogs-provider.tsx";
import { JobsProvider } from "./app/jobs/jobs-provider.tsx";
import { LedgerProvider } from "./app/ledger/ledger-provider.tsx";
import { OpeningProvider } from "./app/ledger/opening-provider.tsx";
import { PreferencesProvider } from "./app/preferences-provider.tsx";
import { Shell } from "./app/shell/shell.tsx";
import type { Bridge } from "./bridge.ts";

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
