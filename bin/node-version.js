// Plain JavaScript that any Node can read. better-sqlite3 crashes a Node that is too old as soon as it opens a file, so the
// version is looked at before anything else is loaded.

/**
 * Refuses a Node that is too old, with status 2.
 *
 * @param {string} command what uses the Node that the project brings
 * @returns {boolean} whether it is new enough
 */
export function isNodeNewEnough(command) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return true;
  process.stderr.write(
    `NODE_TOO_OLD: Tieout needs Node 22.19 or newer and this is ${process.versions.node}. ` +
      `Run \`${command}\` inside the clone. It uses the Node that \`npm ci\` installed there.\n`,
  );
  process.exitCode = 2;
  return false;
}
