import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { canMount, canMountFile, inMemory, inSmallBlocks } from "../../../helpers/small-disk.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { ENTRIES, LEDGER, filledLedger, noise, publish, pull } from "../made.ts";
import { body } from "../../../helpers/publish-pull.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/cramped-child.ts");
const COPIES_CHILD = join(import.meta.dirname, "../../../helpers/children/cramped-copies-child.ts");
/** In kilobytes. The log of a killed process gives back up to 28 more once it is folded in. */
const TOO_LITTLE = [0, 4, 8, 16, 24, 28, 32, 36, 40];

interface Round {
  readonly room: string;
  readonly viewedFirst: string;
  readonly saved: string;
  readonly inWindow: string;
  readonly viewed: string;
  readonly left: readonly string[];
  readonly header: number;
}

/** @param before what makes the disk that `folder` is on */
function roundsOn(before: readonly string[], folder: string, rooms: readonly (number | "-")[]): Round[] {
  const ledger = join(temporaryFolder(), "from.tieout");
  copyFileSync(filledLedger(), ledger);
  const child = [process.execPath, CHILD, ledger, join(folder, "in"), ...rooms.map(String)];
  const [command = "", ...args] = [...before, ...child];
  const { stdout, stderr, status, signal } = spawnSync(command, args, { encoding: "utf8" });
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: "" });
  return JSON.parse(stdout) as Round[];
}

function expectRefused(round: Round): void {
  expect(round).toMatchObject({
    viewedFirst: expect.stringMatching(/^3 entries, [23] runs$/u),
    saved: expect.stringMatching(/^LEDGER_DISK_FULL .+a\.tieout$/u),
    inWindow: expect.stringMatching(/^(?:LEDGER_DISK_FULL|writable)$/u),
    viewed: round.viewedFirst,
    left: ["a.tieout"],
    header: 1,
  });
}

describe("case 97: with fewer than 64 KB free writes nothing, reads everything, and keeps the file whole", () => {
  test.skipIf(!canMount)("on a disk in memory, also with the log of a killed process", () => {
    const folder = temporaryFolder();
    const rounds = roundsOn(inMemory(folder, 2048), folder, [...TOO_LITTLE, 128]);
    expect(rounds).toHaveLength(2 * (TOO_LITTLE.length + 1));
    for (const round of rounds.slice(0, -2)) expectRefused(round);
    for (const round of rounds.slice(-2)) expect(round).toMatchObject({ saved: "saved", header: 1 });
  });

  test.skipIf(!canMountFile)("on a disk of small blocks, where the log's index could not be created", () => {
    const folder = join(temporaryFolder(), "disk");
    mkdirSync(folder);
    const rounds = roundsOn(inSmallBlocks(folder, 4096), folder, TOO_LITTLE);
    expect(rounds).toHaveLength(2 * TOO_LITTLE.length);
    for (const round of rounds) expectRefused(round);
  });
});

describe.skipIf(!canMount)("case 98: on a full disk", () => {
  interface Outcome {
    readonly said: string;
    readonly isAsBefore: boolean;
    readonly files: readonly string[];
    readonly holds: boolean;
  }
  type Copies = Record<"backUp" | "restore" | "prune", Outcome>;

  /** A ledger with half a megabyte of answers, on a disk that has room for one copy of it and so many kilobytes. */
  function copiesWith(rooms: readonly number[]): Copies[] {
    const [ledger, folder] = [join(temporaryFolder(), "from.tieout"), temporaryFolder()];
    const db = createLedger(ledger, LEDGER);
    // A field that no interface knows fills the response.
    const text = walletBody(ENTRIES).replace("{", `{"noise":"${noise(600_000)}",`);
    publish(db, { ...pull(ENTRIES), bodies: [body("1.json", text)] });
    closeLedger(db);
    const child = [process.execPath, COPIES_CHILD, ledger, join(folder, "in"), ...rooms.map(String)];
    const [command = "", ...args] = [...inMemory(folder, 4096), ...child];
    const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Copies[];
  }

  const untouched = { isAsBefore: true, files: ["a backups", "a.tieout"], holds: true };

  test("backup, restore and prune say what was done and what was not, and name the right file", () => {
    const [none, little, enough] = copiesWith([-400, 8, 2048]);
    expect(none?.backUp).toEqual({
      said: expect.stringMatching(
        /^LEDGER_DISK_FULL: There is no space for the backup, and none was made \(\/a backups\/a [^/]+\)$/u,
      ) as string,
      ...untouched,
    });
    const notRestored = {
      said: "LEDGER_DISK_FULL: There is no space for a copy of the backup. Nothing was restored (/a.tieout)",
      ...untouched,
    };
    expect([none?.restore, little?.restore]).toEqual([notRestored, notRestored]);
    expect(little?.backUp).toEqual({ said: "done", ...untouched });
    expect(none?.prune).toEqual({ said: "LEDGER_DISK_FULL: The disk is full (/a.tieout)", ...untouched });
    expect(little?.prune).toMatchObject({
      said: "LEDGER_DISK_FULL: Dropped 1 stored response, but the file is not smaller yet: the disk is full (/a.tieout)",
      isAsBefore: false,
      holds: true,
    });
    expect([enough?.backUp.said, enough?.restore.said, enough?.prune.said]).toEqual(["done", "done", "done"]);
  });
});

describe.skipIf(process.platform !== "linux")("a limit on the size of files", () => {
  function limited(ledger: string, blocks: number): Round {
    const child = [process.execPath, CHILD, "-", join(ledger, ".."), "-"];
    const args = ["-c", `ulimit -f ${blocks}; exec "$@"`, "sh", ...child];
    const { stdout, stderr } = spawnSync("sh", args, { encoding: "utf8" });
    expect(stderr).toBe("");
    return (JSON.parse(stdout) as [Round])[0];
  }

  test("reports a disk error, not damage, where it blocks every change", () => {
    const round = limited(filledLedger(), 8);
    expect(round).toMatchObject({ left: ["a.tieout"], header: 1, viewed: round.viewedFirst });
    expect([round.saved.split(" ")[0], round.inWindow]).toEqual(["LEDGER_DISK_ERROR", "LEDGER_DISK_ERROR"]);
  });

  test("undoes nothing that was saved where it keeps the log from being merged", () => {
    const ledger = filledLedger();
    const blocks = 160;
    expect(statSync(ledger).size).toBeGreaterThan(blocks * 512);
    const round = limited(ledger, blocks);
    expect(round.saved).toBe("saved");
    const db = openForReading(ledger);
    const runs = db.prepare<[], number>("SELECT count(*) FROM run").pluck().get();
    closeLedger(db);
    expect([round.viewedFirst, round.viewed]).toEqual(["3 entries, 2 runs", "3 entries, 3 runs"]);
    expect(runs).toBe(3);
  });
});
