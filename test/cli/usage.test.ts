import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { entryPoint, temporaryFolder, tieout } from "../helpers/cli.ts";

/** Status 2, nothing on stdout, one line on stderr that starts with the code. */
async function expectRefusal(args: readonly string[], code: string, words: RegExp, env = {}): Promise<void> {
  const run = await tieout(args, { env });
  expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
  expect(run.stderr).toMatch(words);
  expect(run.stderr).not.toMatch(/\n\s+at /u);
  expect(run.stdout).toBe("");
  expect(run.status).toBe(2);
}

describe("refuses mistyped arguments", () => {
  test.each([
    [["chekc"], /There is no command "chekc"\. Did you mean check\? See/u],
    [["chekc", "x", "--help"], /There is no command "chekc"/u],
    [["help", "chekc"], /There is no command "chekc"\. Did you mean check\? See/u],
    [["quux", "x"], /There is no command "quux"\. See --help/u],
    [["check", "x.tieout", "--user", "u1", "--user", "u2"], /--user is given twice/u],
    [["export", "x.tieout", "--month", "2026-10", "--month", "2026-11"], /--month is given twice/u],
    [["pull", "x.tieout", "--base-url=http://a", "--base-url", "http://b"], /--base-url is given twice/u],
    [["export", "x.tieout", "--all", "--out", ""], /Name the file or folder to export to/u],
    [["demo", "--out", ""], /--out needs the name of a folder/u],
    [["check", "x.tieout", "--mnth", "2026-10"], /--mnth/u],
    [["check", "x.tieout", "--month", "2026-13"], /--month takes a month such as 2026-10, not "2026-13"/u],
    [["check", "x.tieout", "--from", "2026-02-30"], /--from takes a day/u],
    [["check", "x.tieout", "--from", "2026-02-03", "--to", "2026-02-01"], /is after/u],
    [["check", "x.tieout", "--month", "2026-10", "--from", "2026-10-01"], /not both/u],
    [["check", "x.tieout", "--tolerance", "1.5"], /whole number/u],
    [
      ["confirm", "x.tieout", "--month", "2026-10", "--balance", "1,000", "--by", "Ada Obi"],
      /--balance takes a whole number such as 12500, not "1,000"\./u,
    ],
    [
      ["match", "x.tieout", "--candidates", "--pay-id", "99999999999999999999"],
      /whole number from -9007199254740991 to 9007199254740991, not "9{20}"/u,
    ],
    [["check", "x.tieout", "--convention", "credit"], /auto, asset, bank/u],
    [["check", "x.tieout", "--time-zone", "Mars/Olympus"], /IANA zone/u],
    [["check"], /Name a ledger/u],
    [["check", "x.tieout", "--wallet", "w.json"], /not both/u],
    [["check", "--wallet", "w.json"], /--transactions/u],
    [["export", "x.tieout", "--out", "o.xlsx"], /Give a period/u],
    [["pull", "x.tieout", "--base-url", "http://127.0.0.1:1", "--full", "--limit", "5"], /not both/u],
    [["import", "x.tieout"], /at least one file/u],
    [["prune", "x.tieout"], /--keep-bodies/u],
  ])("%j", async (args, words) => {
    await expectRefusal(args, "USAGE", words);
  });

  test("reports a missing ledger", async () => {
    const missing = join(temporaryFolder(), "none.tieout");
    for (const command of [
      ["check", missing],
      ["verify", missing],
      ["prune", missing, "--keep-bodies", "1"],
    ]) {
      await expectRefusal(command, "LEDGER_NOT_FOUND", /none\.tieout/u);
    }
  });
});

describe("credentials", () => {
  const pull = ["pull", "x.tieout", "--base-url", "http://127.0.0.1:9"];

  test("reports that there are none", async () => {
    await expectRefusal(pull, "SECRET_MISSING", /secret key and the app id are missing/u);
  });

  test("refuses them among the arguments, by name or by value", async () => {
    await expectRefusal([...pull, "--secret-key", "canary"], "USAGE", /never taken from arguments/u);
    for (const [secret, arg] of [
      ["canary-47110815", "canary-47110815.tieout"],
      ["wallet", "wallet"],
      ["wallet", "--user=wallet"],
    ] as const) {
      const env = { TIEOUT_SECRET_KEY: secret };
      await expectRefusal(["check", arg], "USAGE", /never taken from arguments/u, env);
    }
  });

  test("does not refuse a word that happens to contain a short secret", async () => {
    const env = { TIEOUT_PASSWORD: "wallet" };
    await expectRefusal(["check", "none/wallet.tieout"], "LEDGER_NOT_FOUND", /none\/wallet\.tieout/u, env);
  });

  test("refuses a file that is missing, readable by others, not JSON, or has other fields", async () => {
    const file = join(temporaryFolder(), "credentials.json");
    await expectRefusal([...pull, "--credentials", file], "SECRET_FILE", /was not found .*Check its path/u);
    writeFileSync(file, '{"secretKey":"canary-key","appId":"app"}', { mode: 0o644 });
    await expectRefusal(
      [...pull, "--credentials", file],
      "SECRET_FILE",
      /can be read by other users .*Make it readable by its owner only: chmod 600 FILE\.\n$/u,
    );
    chmodSync(file, 0o600);
    writeFileSync(file, "canary-key");
    await expectRefusal([...pull, "--credentials", file], "SECRET_FILE", /is not JSON/u);
    writeFileSync(file, '{"secretKey":"canary-key","apiId":"app"}');
    const run = await tieout([...pull, "--credentials", file]);
    expect(run.stderr).toMatch(/^SECRET_FILE: /u);
    expect(run.stderr + run.stdout).not.toContain("canary");
  });
});

describe("credentials and their address", () => {
  const env = { TIEOUT_SECRET_KEY: "canary-key", TIEOUT_APP_ID: "app-1" };

  test("requires --base-url with credentials from the environment, even where a file names an address", async () => {
    const words = /^USAGE: Credentials from the environment need an address/u;
    await expectRefusal(["pull", "x.tieout"], "USAGE", words, env);
    const file = join(temporaryFolder(), "credentials.json");
    writeFileSync(file, '{"baseUrl":"http://127.0.0.1:9","appId":"app-1"}', { mode: 0o600 });
    await expectRefusal(["pull", "x.tieout", "--credentials", file], "USAGE", words, env);
  });

  test("requires --base-url with a file that has no address, and refuses one for another address", async () => {
    const file = join(temporaryFolder(), "credentials.json");
    const pull = ["pull", "x.tieout", "--credentials", file];
    writeFileSync(file, '{"secretKey":"canary-key","appId":"app-1"}', { mode: 0o600 });
    await expectRefusal(pull, "SECRET_FILE", /names no address\. Add baseUrl/u);
    writeFileSync(file, '{"baseUrl":"https://a.example","secretKey":"canary-key","appId":"app-1"}');
    const other = [...pull, "--base-url", "https://b.example"];
    await expectRefusal(other, "SECRET_FILE", /is for https:\/\/a\.example, not for https:\/\/b\.example/u);
  });

  test.runIf(process.platform === "linux")("does not wait for a pipe or a device", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", ["-m", "600", pipe]);
    for (const file of [pipe, "/dev/zero"]) {
      const pull = ["pull", "x.tieout", "--base-url", "http://127.0.0.1:9", "--credentials", file];
      await expectRefusal(pull, "SECRET_FILE", /is not a file/u);
    }
  });
});

test("accepts repeatable options several times, and a switch twice", async () => {
  const args = [
    "check",
    "--wallet",
    "a.json",
    "--wallet",
    "b.json",
    "--transactions",
    "c.json",
    "--json",
    "--json",
  ];
  await expectRefusal(args, "FILE_UNREADABLE", /a\.json/u);
});

test.skipIf(!existsSync("/dev/full"))(
  "reports an error by its status where nobody reads the output",
  async () => {
    const child = spawn("sh", ["-c", `"${process.execPath}" "${entryPoint}" check none.tieout 2> /dev/full`]);
    expect(await once(child, "close")).toEqual([2, null]);
  },
);

// Seventeen processes one after the other: on a busy machine each takes seconds.
test("prints help however it is asked for", { timeout: 240_000 }, async () => {
  const whole = await tieout(["--help"]);
  expect(whole).toMatchObject({ status: 0, stderr: "" });
  expect(await tieout([])).toEqual(whole);
  expect(await tieout(["help"])).toEqual(whole);
  for (const command of ["pull", "import", "check", "export", "verify", "settings", "prune"]) {
    expect(whole.stdout).toContain(command);
    const one = await tieout([command, "--help"]);
    expect(await tieout(["help", command])).toEqual(one);
    expect([command, one.status]).toEqual([command, 0]);
    expect(one.stdout).toContain(`tieout ${command}`);
    expect(one.stderr).toBe("");
  }
});
