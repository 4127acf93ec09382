#!/usr/bin/env node
import { isNodeNewEnough } from "./node-version.js";

if (isNodeNewEnough("npx tieout")) await import("../out/main/cli.js");
