/** The page's entry: finds the way to main, then shows the window. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
// First, so that whatever a class of a part says counts more.
import "./ui/look/layout.css";
import { App } from "./app.tsx";
import { startCheckWorkerAhead } from "./check/start-check-worker.ts";
import { openBridge } from "./open-bridge.ts";
import { keepFocus } from "./ui/keys/keep-focus.ts";
import { followTheme } from "./ui/look/theme.ts";
// Bundled files; nothing is fetched from elsewhere.
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/source-serif-4/opsz.css";
import "./ui/look/tokens.css";
import "./ui/look/base.css";
import "./ui/look/check-box.css";
import "./ui/look/print.css";

const element = document.querySelector("#root");
if (element === null) throw new Error("the page has no root");
const root = createRoot(element);

// Until main says otherwise.
followTheme({ theme: "system", contrast: "system" });

keepFocus();
const bridge = openBridge();
startCheckWorkerAhead();
root.render(
  <StrictMode>
    <App bridge={bridge} />
  </StrictMode>,
);
