/** The page's entry: finds the way to main, then shows the window. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./ui/layout.css";
import { startCheckWorkerAhead } from "./rows/check-session.ts";
import { openBridge } from "./bridge/open-bridge.ts";
import { keepFocus } from "./ui/keep-focus.ts";
import { followTheme } from "./ui/theme.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/source-serif-4/opsz.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/check-box.css";
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
