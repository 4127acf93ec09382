/**
 * `npm run golden`: makes the corpus anew and shows what moved since it was last accepted.
 * `npm run golden -- --accept "Sentence."`: writes that into golden/CHANGES, all of it or what `--only PATTERN` matches.
 * Status 1 says that something moved.
 */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { acceptChange, hasFirst, movesBetween, recorded, writeFirst } from "./changes.ts";
import { shownMoves } from "./show.ts";
import { readDigests, writeCorpus } from "./write.ts";

const ROOT = join(import.meta.dirname, "../..");
const KEPT = join(ROOT, "build/golden");
/** What the corpus depends on, beside Node. */
const SOURCES = ["src", "sandbox", "test/golden", "test/helpers", "test/fixtures", "package-lock.json"];

const { values: given } = parseArgs({
  options: {
    accept: { type: "string" },
    only: { type: "string", default: "" },
    from: { type: "string" },
    full: { type: "boolean", default: false },
  },
});

mkdirSync(KEPT, { recursive: true });
const after = await presentCorpus();
const now = readDigests(after);
if (hasFirst()) {
  const only = new RegExp(given.only, "u");
  const moves = movesBetween(recorded(), now);
  const chosen = moves.filter(({ name }) => only.test(name));
  const others = moves.length === chosen.length ? "" : ` ${moves.length - chosen.length} others moved, too.`;
  if (chosen.length === 0) {
    const which = given.only === "" ? "" : ` that match ${given.only}`;
    console.log(`None of ${now.size} outputs moved${which}.${others}`);
  } else if (given.accept === undefined) {
    const before = corpusOf(given.from ?? lastAccepted());
    removeAllBut([before, after]);
    console.log(shownMoves(chosen, { before, after, work: join(KEPT, "compared") }, given.full));
    console.log(`${chosen.length} of ${now.size} outputs moved.${others}`);
    console.log(
      `If that is right: npm run golden -- --accept "One sentence that says why."  (with --only PATTERN for some of them)`,
    );
    process.exitCode = 1;
  } else {
    try {
      acceptChange({ why: given.accept, moves: chosen });
      console.log(`golden/CHANGES has ${chosen.length} more.${others}`);
    } catch (error) {
      console.error((error as Error).message);
      process.exitCode = 2;
    }
  }
} else {
  writeFirst(now);
  console.log(`golden/first.json has ${now.size} digests.`);
}

/** The folder of the outputs as the checkout gives them: made once for the same sources. */
async function presentCorpus(): Promise<string> {
  const index = join(KEPT, "index");
  rmSync(index, { force: true });
  const env = { ...process.env, GIT_INDEX_FILE: index };
  git(["add", "--all", "--", ...SOURCES], env);
  const folder = folderOf(git(["write-tree"], env));
  if (!isWhole(folder)) await writeCorpus(folder);
  return folder;
}

/** The folder of the outputs as a revision gives them: made in a worktree of it, with the libraries of the checkout. */
function corpusOf(revision: string): string {
  const commit = git(["rev-parse", "--verify", `${revision}^{commit}`]);
  const folder = folderOf(commit);
  if (isWhole(folder)) return folder;
  console.error(`The corpus as of ${commit.slice(0, 12)} is made for comparison.`);
  const tree = mkdtempSync(join(tmpdir(), "tieout-golden-tree-"));
  git(["worktree", "add", "--quiet", "--detach", "--force", tree, commit]);
  try {
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"), "junction");
    execFileSync(process.execPath, ["test/golden/write.ts", folder], { cwd: tree, stdio: "inherit" });
    return folder;
  } finally {
    rmSync(join(tree, "node_modules"), { force: true });
    git(["worktree", "remove", "--force", tree]);
  }
}

/** Named by the sources that a commit or tree holds. */
function folderOf(revision: string): string {
  const sources = git(["rev-parse", ...SOURCES.map((path) => `${revision}:${path}`)]);
  return join(KEPT, hash("sha256", `${process.version} ${sources}`, "hex").slice(0, 16));
}

function isWhole(folder: string): boolean {
  return existsSync(join(folder, "digests.json"));
}

function removeAllBut(folders: readonly string[]): void {
  for (const name of readdirSync(KEPT)) {
    if (!folders.includes(join(KEPT, name))) rmSync(join(KEPT, name), { recursive: true });
  }
}

/** The commit that last changed what is recorded. */
function lastAccepted(): string {
  return git(["log", "-1", "--format=%H", "--", "golden"]);
}

function git(args: readonly string[], env = process.env): string {
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  return execFileSync("git", args, { cwd: ROOT, env, encoding: "utf8", stdio }).trim();
}
