import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tieout } from "../helpers/cli.ts";

test("the demo does the whole main job without any setup", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "here");
  const { status, stdout, stderr } = await tieout(["demo", "--entries", "1200", "--out", out]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Escrow Payment Service \(sandbox\) at http:\/\/127\.0\.0\.1:\d+: 1,200 wallet entries/u,
  );
  expect(stdout).toMatch(
    /^August 2026: the stated balance is [\d,]+ NGN too (?:high|low) across \d+ entries\..* none reviewed\.$/mu,
  );
  expect(await readdir(out)).toEqual(["August 2026.xlsx", "wallet.tieout"]);

  const verified = await tieout(["verify", join(out, "wallet.tieout")]);
  expect(verified.status).toBe(0);

  const again = await tieout(["demo", "--out", out]);
  expect(again.status).toBe(2);
  expect(again.stderr).toMatch(/^USAGE: .* already holds wallet\.tieout/u);
});
