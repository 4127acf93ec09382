import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../../src/core/error-codes.ts";
import { SERVICE_FAILED_REMEDY, remedyFor } from "../../../src/core/remedies.ts";
import type { Day } from "../../../src/core/time.ts";
import type { Fault } from "../../../src/ipc/envelope.ts";
import type { Job } from "../../../src/ipc/jobs.ts";
import { LEFT_TO_VERIFY_IN_WINDOW } from "../../../src/core/words/proof.ts";
import { suggestedName } from "../../../src/core/report/suggested-name.ts";
import { jobEnd, stepCounts, stepOutcomes } from "../../../src/renderer/app/job-words.ts";
import { newsOf, seenNext, withJob } from "../../../src/renderer/app/jobs-provider.tsx";
import { monthBeside, periodName, readDays } from "../../../src/renderer/app/period-words.ts";
import { bytesText } from "../../../src/core/size-text.ts";
import { readOnlyWords, sentenceOf, unsavedFault, shownFault } from "../../../src/renderer/ui/faults.tsx";

function faultOf(code: Fault["code"]): Fault {
  const remedy = code === "DEFECT" ? "Report it." : remedyFor(code);
  return { code, sentence: "It failed", remedy, file: null, record: null, field: null };
}

describe("messages for a fault", () => {
  it("say what to do with a decision that a broken connection kept from being saved", () => {
    const { sentence, remedy } = unsavedFault(faultOf("HOST_LOST"), false);
    expect(`${sentence} ${remedy}`).toBe("The connection broke before this was saved. Save it again.");
    expect(unsavedFault(faultOf("HOST_LOST"), true).remedy).toBe(
      "Save it again once this window is connected again.",
    );
    expect(unsavedFault(faultOf("LEDGER_BUSY"), true)).toEqual(shownFault(faultOf("LEDGER_BUSY")));
    expect(shownFault(faultOf("HOST_LOST")).remedy).not.toMatch(/Nothing was lost/u);
  });

  it.each([...ERROR_CODES, "DEFECT"] as const)("%s mentions the window, not the command line", (code) => {
    const { title, remedy } = shownFault(faultOf(code));
    expect(title).toMatch(/^[A-Z]/u);
    expect(title).not.toMatch(/[.!]$/u);
    expect(remedy).toMatch(/[.]$/u);
    // NODE_TOO_OLD is answered in the terminal the program was started from.
    if (code === "NODE_TOO_OLD") return;
    expect(remedy).not.toMatch(/--\w|`tieout|TIEOUT_|Ctrl-C/u);
  });

  it("end a sentence once, whoever wrote its end", () => {
    expect(sentenceOf({ sentence: "It failed" })).toBe("It failed.");
    expect(sentenceOf({ sentence: "The service says: wrong key." })).toBe("The service says: wrong key.");
  });

  it("have what to enter as their title, once", () => {
    const fault = { ...faultOf("USAGE"), sentence: "Start the address with https://" };
    expect(shownFault(fault)).toMatchObject({
      title: "Start the address with https://",
      sentence: null,
      remedy: "Nothing was changed.",
    });
  });

  it("offer what the window can do", () => {
    expect(shownFault(faultOf("LEDGER_CORRUPT")).action).toBe("restore");
    expect(shownFault(faultOf("LOGIN_REFUSED")).action).toBe("edit-connection");
    expect(shownFault(faultOf("SERVICE_ERROR")).action).toBe("edit-connection");
  });

  it("leave the address alone where the service answers that it failed itself", () => {
    const failed = { ...faultOf("SERVICE_ERROR"), remedy: SERVICE_FAILED_REMEDY };
    expect(shownFault(failed)).toMatchObject({ remedy: SERVICE_FAILED_REMEDY, action: "try-again" });
  });

  it("say once why a ledger is read-only, and what to do there", () => {
    const full = { ...faultOf("LEDGER_DISK_FULL"), sentence: "The disk is full" };
    expect(readOnlyWords(full)).toEqual({
      title: "The disk is full",
      remedy: expect.stringMatching(/Free some space on its disk, then open the ledger again\.$/u),
      why: "The disk is full.",
    });
    const locked = { ...faultOf("LEDGER_LOCKED"), sentence: "The ledger is open in Tieout 1.0" };
    expect(readOnlyWords(locked).why).toBe("The ledger is open elsewhere: The ledger is open in Tieout 1.0.");
    for (const code of ["LEDGER_DISK_FULL", "LEDGER_DISK_ERROR"] as const)
      expect(readOnlyWords(faultOf(code)).remedy).not.toMatch(/try again/iu);
  });

  it("case 46: offer no deletion for a ledger of a newer version", () => {
    expect(shownFault(faultOf("LEDGER_FROM_FUTURE")).action).toBe("open-another");
  });
});

const JOB: Job = {
  id: "1",
  kind: "pull",
  startedAtMs: 0,
  endedAtMs: null,
  ledger: null,
  state: "running",
  steps: [],
  result: null,
  fault: null,
};

describe("the steps of a job", () => {
  const step = (phase: string) => ({ phase, done: 0, total: null, unit: "bytes" });
  const attempts = ["", " (attempt 2)", " (attempt 3)"].map((again) => step(`Requesting wallet${again}`));

  it("a repeated attempt means that the first failed", () => {
    const steps = [step("Requesting user"), ...attempts];
    expect(stepOutcomes({ steps, state: "failed" })).toEqual(["done", "failed", "failed", "failed"]);
    expect(stepOutcomes({ steps: [...steps, step("Saving entries")], state: "running" })).toEqual([
      "done",
      "failed",
      "failed",
      "done",
      "running",
    ]);
  });

  it("a step restarted from its beginning has not failed", () => {
    expect(stepOutcomes({ steps: [step("Checking"), step("Checking")], state: "done" })).toEqual([
      "done",
      "done",
    ]);
  });
});

describe("messages for a job", () => {
  it("count in its own unit, and not before there is something", () => {
    expect(stepCounts({ phase: "", done: 0, total: null, unit: "bytes" })).toBe("");
    expect(stepCounts({ phase: "", done: 1_250_000, total: null, unit: "bytes" })).toBe("1.3 MB");
    expect(stepCounts({ phase: "", done: 1200, total: 50_000, unit: "entries" })).toBe(
      "1,200 of 50,000 entries",
    );
    expect(bytesText(1)).toBe("1 byte");
    expect(bytesText(999)).toBe("999 bytes");
    expect(bytesText(999_999)).toBe("1.0 MB");
    expect(bytesText(3_400_000_000_000)).toBe("3400 GB");
  });

  it("end with the result", () => {
    const file = { handle: "h", name: "shop 2026-10.xlsx", where: "Documents" };
    const written = {
      is: "written",
      file,
      bytes: 120_400,
      sha256: "",
      verdict: null,
      compared: LEFT_TO_VERIFY_IN_WINDOW,
    } as const;
    expect(jobEnd(JOB)).toBeNull();
    expect(jobEnd({ ...JOB, kind: "export", state: "done", endedAtMs: 1, result: written })).toEqual({
      tone: "good",
      sentence:
        "The export is ready: shop 2026-10.xlsx, 120 kB. Not compared: the records with their stored responses. “Verify ledger” compares them.",
    });
    expect(jobEnd({ ...JOB, state: "cancelled", endedAtMs: 1, fault: faultOf("CANCELLED") })).toEqual({
      tone: "quiet",
      sentence: "Pull cancelled. Nothing else was changed.",
    });
    expect(jobEnd({ ...JOB, state: "failed", endedAtMs: 1, fault: faultOf("NET_TIMEOUT") })).toEqual({
      tone: "error",
      sentence: "It failed.",
    });
  });

  it("give the verdict of a proof in the terminal's words, and warn where something was not proven", () => {
    const facts = { problems: [], facts: [], notes: [], head: "", links: 14 };
    const end = (proven: { holds: boolean; isComplete: boolean; verdict: string }) =>
      jobEnd({ ...JOB, kind: "verify", state: "done", result: { is: "verified", ...facts, ...proven } });
    expect(end({ holds: true, isComplete: true, verdict: "The ledger is intact" })).toEqual({
      tone: "good",
      sentence: "The ledger is intact.",
    });
    const verdict = "The ledger is intact, but rows of pull 1 were not compared with stored responses";
    expect(end({ holds: true, isComplete: false, verdict })).toEqual({
      tone: "warning",
      sentence: `${verdict}.`,
    });
    expect(end({ holds: false, isComplete: true, verdict: "The proof failed: 1 problem" })).toEqual({
      tone: "error",
      sentence: "The proof failed: 1 problem.",
    });
  });

  it("never show it running after it ended, in whatever order events come", () => {
    const ended: Job = { ...JOB, state: "done", endedAtMs: 5 };
    expect(withJob([ended], JOB)).toEqual([ended]);
    expect(withJob([JOB], ended)).toEqual([ended]);
    expect(withJob([ended], { ...JOB, id: "2" }).map(({ id }) => id)).toEqual(["2", "1"]);
  });

  it("keep the current step when the reply to its start comes after its events", () => {
    const step = { phase: "Starting the sandbox", done: 0, total: 200_000, unit: "entries" };
    const begun: Job = { ...JOB, steps: [step] };
    expect(withJob([begun], { ...JOB, steps: [] })).toEqual([begun]);
    const on: Job = { ...JOB, steps: [{ ...step, done: 40_000 }] };
    expect(withJob([begun], on)).toEqual([on]);
    const cancelled: Job = { ...JOB, steps: [], state: "cancelled", endedAtMs: 7 };
    expect(withJob([begun], cancelled)).toEqual([cancelled]);
  });

  it("are shown when it ended while main was unreachable, and not when it ended before the window opened", () => {
    const ended: Job = { ...JOB, state: "done", endedAtMs: 5 };
    const others: Job = { ...ended, id: "others" };
    expect(newsOf([others, ended], [JOB])).toEqual([ended]);
    expect(newsOf([others, ended])).toEqual([]);
    expect(newsOf([{ ...JOB, id: "2" }, ended]).map(({ id }) => id)).toEqual(["2"]);
  });

  it("are dismissed by another ledger, but for what opened that ledger, shown before it or with it", () => {
    const ended: Job = { ...JOB, state: "done", endedAtMs: 5, ledger: "a" };
    const restore: Job = { ...JOB, id: "2", kind: "restore" };
    const restored: Job = { ...restore, state: "done", endedAtMs: 9, ledger: "b" };
    const before = { ledger: "a", jobs: [restore, ended], dismissed: new Set(["0"]) };
    expect([...seenNext(before, "b", [restored, ended]).dismissed]).toEqual(["0", "1"]);
    expect(seenNext(before, "a", before.jobs)).toBe(before);

    const shut = seenNext(before, null, [restore, ended]);
    expect([...shut.dismissed]).toEqual(["0", "1"]);
    const soon = seenNext(shut, null, [restored, ended]);
    expect([...seenNext(soon, "b", [restored, ended]).dismissed]).toEqual(["0", "1"]);
  });
});

describe("names of a period", () => {
  const october = { from: "2026-10-01" as Day, to: "2026-10-31" as Day };

  it("show months, days and open ends", () => {
    expect(periodName(october)).toBe("October 2026");
    expect(periodName(null)).toBe("The whole history");
    expect(periodName({ from: october.from, to: null })).toBe("From 2026-10-01");
    expect(periodName({ from: null, to: october.to })).toBe("Until 2026-10-31");
  });

  it("step through the ledger's months, newest first, also from one that it has not", () => {
    const months = ["2026-11", "2026-10", "2026-08"];
    expect(monthBeside(months, october, 1)).toEqual({ from: "2026-11-01", to: "2026-11-30" });
    expect(monthBeside(months, october, -1)).toEqual({ from: "2026-08-01", to: "2026-08-31" });
    expect(monthBeside(months, { from: "2026-08-01" as Day, to: "2026-08-31" as Day }, -1)).toBeNull();
    const september = { from: "2026-09-01" as Day, to: "2026-09-30" as Day };
    expect(monthBeside(months, september, 1)).toEqual({ from: "2026-10-01", to: "2026-10-31" });
    expect(monthBeside(months, september, -1)).toEqual({ from: "2026-08-01", to: "2026-08-31" });
    expect(monthBeside(months, null, 1)).toBeNull();
  });

  it("read typed days, or explain what is wrong", () => {
    expect(readDays(" 2026-10-05 ", "")).toEqual({ period: { from: "2026-10-05", to: null } });
    const words = "2026-02-30 is not a date. Write it as 2026-10-31";
    expect(readDays("2026-02-30", "2026-03-01")).toEqual({ fault: words, day: "first" });
    expect(readDays("2026-02-01", "2026-02-30")).toEqual({ fault: words, day: "last" });
    expect(readDays("", " ")).toEqual({ fault: "Enter a first day, a last day, or both", day: "first" });
    const turned = { fault: "The first day is after the last", day: "first" };
    expect(readDays("2026-10-09", "2026-10-01")).toEqual(turned);
  });

  it("name an export after its ledger and days", () => {
    expect(suggestedName("shop.tieout", october, "xlsx")).toBe("shop 2026-10.xlsx");
    expect(suggestedName("shop.tieout", null, "csv")).toBe("shop whole history csv.zip");
    expect(suggestedName("shop.TIEOUT", { from: october.from, to: null }, "json")).toBe(
      "shop 2026-10-01 json.zip",
    );
  });
});
