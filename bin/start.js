#!/usr/bin/env node
// `npm start`: the window, in Electron where it can be had, else in the browser.
import { isNodeNewEnough } from "./node-version.js";

if (isNodeNewEnough("npm start")) {
  const { start } = await import("./start/start.js");
  process.exitCode = await start(process.argv.slice(2));
}
