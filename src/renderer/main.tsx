/** The page's entry: finds the way to main, then shows the window. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startCheckWorkerAhead } from "./rows/check-session.ts";
import { openBridge } from "./bridge/open-bridge.ts";
import { keepFocus } from "./ui/keep-focus.ts";
import { followTheme } from "./ui/theme.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/source-serif-4/opsz.css";
// In this order, whatever a place loads when: what elements start from, the kit, the places, what a class says of one element, paper.
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/controls.css";
import "./ui/fields.css";
import "./ui/parts.css";
import "./ui/tables.css";
import "./shared.css";
import "./grid/grid.css";
import "./app/app.css";
import "./app/dialogs/dialogs.css";
import "./features/close/close.css";
import "./features/exceptions/exceptions.css";
import "./features/overview/overview.css";
import "./features/settings/settings.css";
import "./features/welcome/welcome.css";
import "./ui/utilities.css";
import "./ui/print.css";
import { I18nProvider } from "react-aria-components";
import { ApiProvider } from "./bridge/api-provider.tsx";
import { AppBoundary } from "./app/shell/app-boundary.tsx";
import { DialogsProvider, LedgerProvider, PreferencesProvider } from "./app/providers.tsx";
import { JobsProvider } from "./app/jobs-provider.tsx";
import { OpeningProvider } from "./app/opening-provider.tsx";
import { Shell } from "./app/shell/shell.tsx";
import type { Bridge } from "./bridge/bridge.ts";

const element = document.querySelector("#root");
if (element === null) throw new Error("the page has no root");
const root = createRoot(element);

// Until main says otherwise.
followTheme({ theme: "system", contrast: "system" });

keepFocus();
const way = openBridge();
startCheckWorkerAhead();
root.render(
  <StrictMode>
    <App bridge={way} />
  </StrictMode>,
);

/** Everything the window stands on, from the way to main to its dialogs. */
function App({ bridge }: { readonly bridge: Bridge }) {
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
