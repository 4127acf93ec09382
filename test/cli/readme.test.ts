/** Every command in the README and the docs exists, every link in them leads to a file, and the match in the story fits. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { openSession, processTerminal } from "../../src/cli/terminal/terminal.ts";
import { COMPILED, entryPoint, temporaryFolder, tieoutProcess } from "../helpers/cli.ts";

const PROJECT = join(import.meta.dirname, "../..");
const PAGES = [
  "README.md",
  ...readdirSync(join(PROJECT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const texts = new Map(PAGES.map((page) => [page, readFileSync(join(PROJECT, page), "utf8")]));

/** What is typed after `npx tieout` in the blocks for a shell, each as its words. */
const COMMANDS = [...texts.values()]
  .flatMap((text) => [...text.matchAll(/^```sh\n(.*?)^```$/gmsu)])
  .flatMap(([, block = ""]) => block.split("\n"))
  .filter((line) => line.startsWith("npx tieout "))
  .map((line) => wordsOf(line).slice(2));

/** Words of a line as a shell takes them, as far as the README needs it: blanks, double quotes, a comment at the end. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|(#.*)|([^\s"]+)/gu)];
  return words.flatMap(([, quoted, comment, word]) => (comment === undefined ? [quoted ?? word ?? ""] : []));
}

/** Reads a line as the command line does, and does nothing of it. */
async function read(words: readonly string[]): Promise<void> {
  const session = openSession(processTerminal(), new AbortController().signal);
  const program = await buildProgram(session, new Set(words));
  const all = program.commands.flatMap((command) => [command, ...command.commands]);
  for (const command of all) command.action(() => {});
  await program.parseAsync([...words], { from: "user" });
}

test.each(COMMANDS.map((words) => [words.join(" "), words] as const))("tieout %s", async (_, words) => {
  await expect(read(words)).resolves.toBeUndefined();
});

test("every link and picture in the README and the docs leads to a file", () => {
  const links = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)#]+)[^)]*\)/gu)].map(([, to = ""]) => [page, to] as const),
  );
  expect(links.length).toBeGreaterThan(20);
  const lost = links.filter(([page, to]) => !existsSync(join(PROJECT, dirname(page), to)));
  expect(lost).toEqual([]);
});

test("README and package.json ask for the same Node, and the project brings a newer one", () => {
  const { engines, devDependencies } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  const readme = texts.get("README.md");
  const [, needed] = /npm with Node (\d+) or newer/u.exec(readme ?? "") ?? [];
  const [, brought] = /installs Node (\d+) as a dev dependency/u.exec(readme ?? "") ?? [];
  expect(engines.node).toBe(`>=${needed}`);
  expect(devDependencies.node).toMatch(new RegExp(`^${brought}\\.`, "u"));
});

test("the check of the docs finds an unknown command, option, value or argument", async () => {
  expect(COMMANDS.length).toBeGreaterThan(30);
  const wrong = [
    ["restor", "wallet.tieout"],
    ["restatements", "wallet.tieout", "--ful"],
    ["review", "wallet.tieout", "--rule", "orphans"],
    ["sign-off", "wallet.tieout", "--month", "2026-08"],
    ["verify", "wallet.tieout", "August.xlsx"],
  ];
  for (const words of wrong) await expect(read(words)).rejects.toThrow(/unknown|--rule takes|required|many/u);
});

test("the match in the README's example is the planted one, and adds up", async () => {
  const cwd = temporaryFolder();
  const args = [entryPoint, "sandbox", "--faults", "default", "--credentials-file", "sandbox.json"];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILED },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await once(createInterface(child.stdout), "line");
  const pull = ["pull", "wallet.tieout", "--credentials", "sandbox.json"];
  expect(await tieoutProcess(pull, { cwd })).toMatchObject({ status: 0 });
  const asking = COMMANDS.find((words) => words.includes("--candidates")) ?? [];
  const matching = COMMANDS.find((words) => words[0] === "match" && words.includes("--pay-id")) ?? [];
  const [entry, payment] = ["--wallet-id", "--pay-id"].map((name) => matching[matching.indexOf(name) + 1]);
  expect(asking[asking.indexOf("--wallet-id") + 1]).toBe(entry);
  const { stdout } = await tieoutProcess(asking, { cwd });
  expect(stdout).toMatch(/\n1 transaction fits of \d+ candidates:\n/u);
  expect(stdout).toMatch(
    new RegExp(`candidates:\\n  payID ${payment},.*\\n +same amount; payref differs by one character;`, "u"),
  );
});
