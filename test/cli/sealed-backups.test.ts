import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Encrypter } from "age-encryption";
import { describe, expect, test } from "vitest";
import { query } from "../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../src/main/ledger/file/open.ts";
import { identityOf } from "../../src/main/ledger/file/put-back.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { useShared } from "../helpers/at-end.ts";
import { temporaryFolder, entryPoint, tieout } from "../helpers/cli.ts";
import { filledLedger } from "../main/ledger/made.ts";

const PASSPHRASE = "five words that nobody guesses";
const ENV = { TIEOUT_PASSPHRASE: PASSPHRASE };

/** Debian's `age` takes a passphrase from a terminal alone, which util-linux' `script` gives it. */
const canRun = (program: string) => spawnSync(program, ["--version"]).status === 0;

/**
 * Runs a command on a terminal of its own, on which a line is typed each time it asks.
 *
 * @returns all that the terminal showed
 */
async function onTerminal(command: string, typed: readonly string[]): Promise<string> {
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: { PATH: process.env["PATH"] },
  });
  const lines = [...typed];
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    shown += piece;
    if (/(?:passphrase|again): ?$/iu.test(shown)) child.stdin.write(`${lines.shift() ?? ""}\r`);
  });
  await once(child, "close");
  return shown;
}

const shared = useShared(async () => {
  const ledger = filledLedger();
  const sealed = join(temporaryFolder(), "copy.tieout.age");
  const run = await tieout(["back-up", ledger, "--encrypt", "--out", sealed], { env: ENV });
  if (run.status !== 0) throw new Error(run.stderr);
  return { ledger, sealed, stdout: run.stdout, quick: await quicklySealed(ledger) };
});

/** A ledger's encrypted copy whose key is derived in no time: what of it is refused does not hang on how hard it is to guess. */
async function quicklySealed(ledger: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  encrypter.setPassphrase(PASSPHRASE);
  return Buffer.from(await encrypter.encrypt(readFileSync(ledger)));
}

test("an encrypted copy is of age's format, its owner's alone, and holds no byte that tells of the ledger", () => {
  const { ledger, sealed, stdout } = shared();
  const bytes = readFileSync(sealed);
  expect(bytes.toString("latin1", 0, 22)).toBe("age-encryption.org/v1\n");
  expect(statSync(sealed).mode & 0o777).toBe(0o600);
  expect(stdout).toMatch(
    /copy\.tieout\.age \([\d,]+ bytes\)\.\nSHA-256: [0-9a-f]{64}\nThe copy verifies\. /u,
  );
  const known = ["SQLite format 3", "PAY-1", "Ada Obi", ...textsOf(ledger)];
  expect(known.filter((text) => bytes.includes(text))).toEqual([]);
  expect([readdirSync(dirname(ledger)), readdirSync(dirname(sealed))]).toEqual([
    [basename(ledger)],
    [basename(sealed)],
  ]);
});

/** Payrefs, labels and names of fields that the ledger holds. */
function textsOf(path: string): string[] {
  const db = openForReading(path);
  try {
    const texts = query<string>(db).values(
      "SELECT text FROM payref WHERE length(text) > 3 UNION SELECT text FROM label WHERE length(text) > 3",
    );
    expect(texts.length).toBeGreaterThan(3);
    return texts;
  } finally {
    db.close();
  }
}

test("is restored over a damaged ledger with its passphrase, with the trail that it was made of", async () => {
  const { quick } = shared();
  const damaged = filledLedger();
  const { head, sequence } = identityOf(damaged);
  writeFileSync(damaged, readFileSync(damaged).fill(0xff, 100, 8192));
  const other = join(temporaryFolder(), "quick.tieout.age");
  writeFileSync(other, quick);
  const restored = await tieout(["restore", damaged, "--from", other], { env: ENV });
  expect(restored).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^BACKUP_FOREIGN: The ledger that was there cannot be identified/u),
  });

  const named = join(dirname(damaged), "a backups", "a 2026-11-21 120000.tieout.age");
  mkdirSync(dirname(named));
  writeFileSync(named, quick);
  expect((await tieout(["restore", damaged])).stdout).toContain(named);
  expect(await tieout(["restore", damaged, "--from", named], { env: ENV })).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect((await tieout(["verify", damaged, "--head", head])).status).toBe(0);
  expect(identityOf(damaged).sequence).toBe(sequence + 1);
  expect(readdirSync(dirname(damaged)).filter((name) => name.endsWith(".new"))).toEqual([]);
});

describe("changes nothing and says which", () => {
  const refused = async (bytes: Buffer, passphrase = PASSPHRASE) => {
    const { ledger } = shared();
    const backup = join(temporaryFolder(), "b.tieout.age");
    writeFileSync(backup, bytes);
    const before = readFileSync(ledger);
    const env = { TIEOUT_PASSPHRASE: passphrase };
    const run = await tieout(["restore", ledger, "--from", backup], { env });
    expect(readFileSync(ledger).equals(before)).toBe(true);
    expect(readdirSync(dirname(ledger))).toEqual([basename(ledger)]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    return run.stderr.replace(backup, "FILE");
  };

  test("a wrong passphrase", async () => {
    expect(await refused(shared().quick, "five words that somebody guesses")).toMatch(
      /^BACKUP_SEALED: The passphrase does not open this backup \(FILE\)\. /u,
    );
  });

  test("a file that is cut short within its encrypted bytes, or in its header, and one that was changed", async () => {
    const whole = shared().quick;
    const changed = Buffer.from(whole);
    changed[whole.length - 1000] = (changed[whole.length - 1000] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, whole.length - 5), whole.subarray(0, 60), changed]) {
      expect(await refused(bytes)).toMatch(
        /^BACKUP_CUT: The encrypted backup is cut short, or was changed \(FILE\)\. /u,
      );
    }
  });

  test("no passphrase, with no terminal to ask on", async () => {
    expect(await refused(shared().quick, "")).toMatch(/^USAGE: There is no passphrase\. /u);
  });
});

test("refuses a passphrase that can be guessed, and one among the arguments, before anything is written", async () => {
  const out = join(temporaryFolder(), "c.tieout.age");
  const back = ["back-up", shared().ledger, "--encrypt", "--out", out];
  const short = await tieout(back, { env: { TIEOUT_PASSPHRASE: "eleven char" } });
  expect(short.stderr).toMatch(/^PASSPHRASE_INVALID: The passphrase has fewer than 12 characters/u);
  for (const given of [`--passphrase=${PASSPHRASE}`, `--by=${PASSPHRASE}`]) {
    const shown = await tieout([...back, given], { env: ENV });
    expect(shown.stderr).toMatch(/^USAGE: A passphrase is never taken from arguments; /u);
    expect(shown.stderr).not.toContain("nobody guesses");
  }
  expect(existsSync(out)).toBe(false);
});

test.runIf(canRun("script") && IS_EXHAUSTIVE)(
  "is typed twice on a terminal, which shows nothing of it; without --out it lies among the ledger's backups",
  async () => {
    const ledger = filledLedger();
    const backups = join(dirname(ledger), "a backups");
    const command = `"${process.execPath}" "${entryPoint}" back-up "${ledger}" --encrypt`;
    const differing = await onTerminal(command, [PASSPHRASE, "another one, misspelt"]);
    expect(differing).toMatch(/USAGE: The two passphrases differ\./u);
    expect(existsSync(backups)).toBe(false);
    const alike = await onTerminal(command, [PASSPHRASE, PASSPHRASE]);
    expect(alike).toMatch(/Backed up to /u);
    expect(readdirSync(backups)).toEqual([
      expect.stringMatching(/^a \d{4}-\d{2}-\d{2} \d{6}\.tieout\.age$/u),
    ]);
    expect([differing, alike].join()).not.toMatch(/misspelt|guesses/u);
  },
);

test.runIf(canRun("script") && canRun("age") && IS_EXHAUSTIVE)(
  "Debian's age decrypts it to the ledger (skipped where age or script is not installed)",
  async () => {
    const { ledger, sealed } = shared();
    const plain = join(temporaryFolder(), "plain.tieout");
    await onTerminal(`age --decrypt --output "${plain}" "${sealed}"`, [PASSPHRASE]);
    expect(identityOf(plain)).toEqual(identityOf(ledger));
  },
);
