#!/usr/bin/env node
// Plain JavaScript that any Node can read: better-sqlite3 crashes a Node that is too old as soon as it opens a file,
// so the version is looked at before anything else is loaded.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `NODE_TOO_OLD: Tieout needs Node 22.19 or newer and this is ${process.versions.node}. ` +
      "Run it as `npx tieout`, which uses the Node that the project brings.\n",
  );
  process.exitCode = 2;
} else {
  await import("../out/main/cli.js");
}
