/** The page's entry: finds the way to main, then shows the window. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./ui/layout.css";
import { App } from "./app.tsx";
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
