/** Called by electron-builder after all installers are made: writes their checksums beside them, as `sha256sum -c` reads them. */
import { createHash } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * @param {{ outDir: string, artifactPaths: string[] }} result
 * @returns {Promise<string[]>} what else belongs to the release
 */
export default async function writeChecksums({ outDir, artifactPaths }) {
  const lines = [];
  for (const path of artifactPaths.toSorted()) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    lines.push(`${hash.digest("hex")}  ${basename(path)}\n`);
  }
  const file = join(outDir, "SHA256SUMS");
  writeFileSync(file, lines.join(""));
  return [file];
}
