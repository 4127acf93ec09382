#!/usr/bin/env node
import { keepCompiled } from "./compile-cache.js";
import { isNodeNewEnough } from "./node-version.js";

if (isNodeNewEnough("npx tieout")) {
  keepCompiled();
  await import("../out/main/cli.js");
}
