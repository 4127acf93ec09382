/**
 * A window's desk in every order: people decide, undo and redo while main answers, refuses, or answers and is
 * not heard, and while others decide on the same findings. No clock runs: what happens when is fast-check's.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { undoingOf } from "../../../src/core/review/close/admission.ts";
import { decisionStates } from "../../../src/core/review/decisions/review.ts";
import type { Decision, DecisionStatus } from "../../../src/core/review/decisions/decision.ts";
import type { StandingMatch } from "../../../src/core/review/decisions/manual-match.ts";
import { faultOf } from "../../../src/ipc/envelope.ts";
import { ApiError } from "../../../src/renderer/bridge/api-provider.tsx";
import { DecisionDesk } from "../../../src/renderer/rows/decision-desk.ts";
import { statusOf } from "../../../src/renderer/rows/decision-states.ts";
import { Outbox } from "../../../src/renderer/rows/desk-state.ts";
import type { DecisionDraft } from "../../../src/renderer/bridge/protocol.ts";
import type { TabStorage } from "../../../src/renderer/bridge/tab-storage.ts";
import { breakAt, decided } from "../../helpers/ledgers/decisions.ts";
import { NOW, tab } from "../../helpers/window/desk.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

type Items = DecisionDraft["items"];

const FINDINGS = [breakAt(1), breakAt(2), breakAt(3)];
const FINGERPRINTS = FINDINGS.map(({ fingerprint }) => fingerprint);

/** A finding as the queue has it where the check has seen nothing of what was decided here. */
const UNSEEN = { seen: null, status: "open" } as const;

/** Main answers, cannot write, or writes and is not heard. */
type Answer = "answer" | "refuse" | "lose";

type Happening =
  | {
      readonly is: "decide";
      readonly on: readonly number[];
      readonly status: DecisionStatus;
      readonly named: boolean;
    }
  | { readonly is: "undo" | "redo"; readonly named: boolean }
  | { readonly is: "undo taken" | "undo these" | "undo match"; readonly at: number }
  | { readonly is: "another decides" | "another undoes"; readonly at: number }
  | { readonly is: "match" | "dismiss" | "reload" | Answer };

function fault(code: "DECISION_CONFLICT" | "LEDGER_DISK_FULL" | "MATCH_CONFLICT"): ApiError {
  return new ApiError(faultOf(new TieoutError(code, "It cannot be")));
}

/** The trail as main keeps it, by core's rules. It answers when it is told to. */
class Main {
  readonly decisions: Decision[] = [];
  readonly matches: ("in-force" | "undone")[] = [];
  #settle: ((how: Answer) => void) | null = null;

  get isAsked(): boolean {
    return this.#settle !== null;
  }

  answer(how: Answer): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(how);
  }

  /** The calls of one page. */
  api(isThere: () => boolean): ConstructorParameters<typeof DecisionDesk>[0]["api"] {
    const asked = async <T>(work: () => T): Promise<T> => {
      if (this.#settle !== null) throw new Error("two calls at once");
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      // A page that is gone sends nothing.
      if (!isThere()) return promise;
      this.#settle = (how) => {
        try {
          const written = how === "refuse" ? null : work();
          if (how === "answer" && written !== null) resolve(written);
          else reject(fault("LEDGER_DISK_FULL"));
        } catch (error) {
          reject(error);
        }
      };
      return promise;
    };
    return {
      "review.decide": (request) => asked(() => this.decide(request)),
      "review.undo": ({ items, by }) => asked(() => this.undo(items, by)),
      "match.decide": () => asked(() => this.match()),
      "match.undo": ({ id }) => asked(() => this.undoMatch(id)),
    };
  }

  decide({ items, status, note, by }: Pick<Decision, "status" | "note" | "by"> & { readonly items: Items }) {
    this.#refuseUnseen(items);
    return this.#add(items.map(({ fingerprint }) => ({ fingerprint, status, note, by })));
  }

  undo(items: Items, by: string) {
    this.#refuseUnseen(items);
    const reversals = items.map(({ fingerprint }) => {
      const undoing = undoingOf(this.standing(fingerprint));
      if (undoing === null) throw fault("DECISION_CONFLICT");
      return { fingerprint, status: undoing.status, note: "", by, undoes: undoing.undone.id };
    });
    return this.#add(reversals);
  }

  match(): StandingMatch {
    this.matches.push("in-force");
    return { id: this.matches.length, state: "in-force" } as StandingMatch;
  }

  undoMatch(id: number): StandingMatch {
    if (this.matches[id - 1] !== "in-force") throw fault("MATCH_CONFLICT");
    this.matches[id - 1] = "undone";
    return { id, state: "undone" } as StandingMatch;
  }

  /** Those on a finding that were not undone, oldest first. */
  standing(fingerprint: string): Decision[] {
    const undone = new Set(this.decisions.map(({ undoes }) => undoes));
    return this.decisions.filter(
      (one) => one.fingerprint === fingerprint && one.undoes === null && !undone.has(one.id),
    );
  }

  /** The decision in force on a finding, and the newest, as a check that has seen all shows them. */
  row(fingerprint: string) {
    const state = decisionStates(this.decisions).get(fingerprint);
    const { note = null, status = "open" as const } = state?.inForce ?? {};
    return { seen: state?.newestId ?? null, status, note };
  }

  #refuseUnseen(items: Items): void {
    for (const { fingerprint, seen } of items)
      if (this.row(fingerprint).seen !== (seen ?? null)) throw fault("DECISION_CONFLICT");
  }

  #add(several: readonly Pick<Decision, "fingerprint" | "status" | "note" | "by">[]) {
    const first = this.decisions.length + 1;
    for (const one of several) {
      const finding = FINDINGS[FINGERPRINTS.indexOf(one.fingerprint)] ?? breakAt(0);
      this.decisions.push(decided(this.decisions.length + 1, finding, one));
    }
    return { first, count: several.length };
  }
}

/** A window, and what happens in it. */
class Window {
  readonly main = new Main();
  /** What was decided, each with a note of its own. */
  readonly drafts: DecisionDraft[] = [];
  /** Notes of what somebody gave up, or decided again. */
  readonly givenUp = new Set<string>();
  /** Notes of what did not count at once. */
  readonly notShown: string[] = [];
  readonly tab = tab();
  readonly #failed = new Set<DecisionDraft>();
  /** The first number of each that was taken at once. */
  readonly #taken: number[] = [];
  /** As the window has read them last. */
  #told: readonly Decision[] = [];
  #page = 0;
  #desk = this.#opened();

  get view() {
    return this.#desk.view;
  }

  async happens(one: Happening): Promise<void> {
    const desk = this.#desk;
    switch (one.is) {
      case "decide":
        this.#decide(one.on, one.status, one.named);
        break;
      case "undo":
      case "redo":
        ignored(desk[one.is](decider(one.named)));
        break;
      case "undo taken":
        ignored(desk.undoTaken(this.#taken.at(-1 - one.at) ?? 0, NOW));
        break;
      case "undo these":
        ignored(desk.undoThese(this.#items([one.at]), NOW));
        break;
      case "undo match":
        ignored(desk.undoMatch(this.main.matches.length - one.at, "", NOW));
        break;
      case "match": {
        const { id } = this.main.match();
        desk.noteMatch(id, { walletIDs: [id], payIDs: [id], note: "" });
        break;
      }
      case "another decides":
      case "another undoes":
        this.#another(one.is, FINGERPRINTS[one.at] ?? "");
        break;
      case "dismiss": {
        const [first] = this.view.unsaved;
        if (first === undefined) break;
        this.givenUp.add(first.draft.note);
        desk.dismiss(first);
        break;
      }
      case "reload":
        this.#page += 1;
        this.main.answer("answer");
        this.#desk = this.#opened();
        this.learn();
        break;
      case "answer":
      case "refuse":
      case "lose":
        this.main.answer(one.is);
    }
    await settled();
    for (const { draft } of this.view.unsaved) this.#failed.add(draft);
  }

  /** Everything that was asked is answered. */
  async rests(): Promise<void> {
    while (this.main.isAsked) {
      this.main.answer("answer");
      await settled();
    }
  }

  learn(): readonly Decision[] {
    this.#told = [...this.main.decisions];
    this.#desk.learn(this.#told);
    return this.#told;
  }

  /** The status that the queue shows of a finding. */
  shown(fingerprint: string, { seen, status }: Pick<ReturnType<Main["row"]>, "seen" | "status">) {
    return statusOf(fingerprint, { seen, status }, this.view.decisionStates);
  }

  #opened(): DecisionDesk {
    const page = this.#page;
    const isThere = () => page === this.#page;
    const { storage } = this.tab;
    const ifThere = (work: () => void) => (isThere() ? work() : undefined);
    const own: TabStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => ifThere(() => storage.setItem(key, value)),
      removeItem: (key) => ifThere(() => storage.removeItem(key)),
    };
    return new DecisionDesk({
      api: this.main.api(isThere),
      readNewer: async () => (isThere() ? this.learn() : []),
      outbox: new Outbox(own, "ledger"),
    });
  }

  #items(on: readonly number[]): Items {
    return on.map((at) => {
      const fingerprint = FINGERPRINTS[at] ?? "";
      const seen = this.#told.findLast((one) => one.fingerprint === fingerprint)?.id ?? null;
      return { fingerprint, seen };
    });
  }

  #decide(on: readonly number[], status: DecisionStatus, named: boolean): void {
    const items = this.#items(on);
    const draft = { items, status, note: `Note ${this.drafts.length}`, about: "it" };
    this.drafts.push(draft);
    const again = [...this.#failed].filter((failed) => isAmong(failed.items, items));
    const deciding = this.#desk.decide(draft, decider(named));
    ignored(
      deciding.then((written) => {
        if (written?.[0] !== undefined) this.#taken.push(written[0].id);
        for (const { note } of named ? again : [draft]) this.givenUp.add(note);
        return written;
      }),
    );
    const isShown = items.every((item) => this.shown(item.fingerprint, UNSEEN) === status);
    if (!isShown) this.notShown.push(draft.note);
  }

  #another(does: "another decides" | "another undoes", fingerprint: string): void {
    const items = [{ fingerprint, seen: this.main.row(fingerprint).seen }];
    if (does === "another decides")
      this.main.decide({ items, status: "raised", note: "Another's", by: "B. Other" });
    else if (this.main.standing(fingerprint).length > 0) this.main.undo(items, "B. Other");
  }
}

function isAmong(some: Items, all: Items): boolean {
  return some.every(({ fingerprint }) => all.some((one) => one.fingerprint === fingerprint));
}

function decider(named: boolean) {
  return named ? NOW : { ...NOW, whoDecides: async () => null };
}

/** What a call fails with its desk has told. */
function ignored(call: Promise<unknown>): void {
  call.catch((error: unknown) => expect(error).toBeInstanceOf(ApiError));
}

/** Whatever can go on without an answer of main went on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

function happenings(named: fc.Arbitrary<boolean>, ...others: fc.Arbitrary<Happening>[]) {
  const at = fc.nat(2);
  const one = fc.oneof<fc.Arbitrary<Happening>[]>(
    fc.record({
      is: fc.constant("decide"),
      on: fc.subarray([0, 1, 2], { minLength: 1 }),
      status: fc.constantFrom("explained", "accepted", "raised"),
      named,
    }),
    fc.record({ is: fc.constantFrom("undo", "redo"), named }),
    fc.record({ is: fc.constantFrom("undo", "redo"), named }),
    fc.record({ is: fc.constantFrom("undo taken", "undo match"), at }),
    fc.record({ is: fc.constant("match") }),
    fc.record({ is: fc.constant("answer") }),
    fc.record({ is: fc.constant("answer") }),
    ...others,
  );
  return fc.array(one, { maxLength: 25 });
}

/** What a history says of a trail: which note, or match, stands and which does not. */
function stated({ history: { done, undone } }: DecisionDesk["view"]) {
  const said = (steps: typeof done) =>
    steps.map((step) => ("draft" in step ? step.draft.note : `match ${step.made.walletIDs.join()}`));
  return { done: said(done), undone: said(undone) };
}

/** The trail holds what the history says, and nothing else of this window. */
function expectAsShown({ main, view }: Window): void {
  for (const fingerprint of FINGERPRINTS) {
    const notes = view.history.done.flatMap((step) =>
      "draft" in step && step.draft.items.some((item) => item.fingerprint === fingerprint)
        ? [step.draft.note]
        : [],
    );
    expect(main.standing(fingerprint).map(({ note }) => note)).toEqual(notes);
  }
  const matched = view.history.done.flatMap((step) => ("made" in step ? [step.number] : []));
  const standing = main.matches.flatMap((state, at) => (state === "in-force" ? [at + 1] : []));
  expect(matched.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(standing);
}

const DECIDE: Happening = { is: "decide", on: [0], status: "explained", named: true };
const ANSWER: Happening = { is: "answer" };
const UNDO: Happening = { is: "undo", named: true };

/** Orders that are seldom found, without and with failures. */
const SELDOM_CALM: readonly Happening[][] = [
  // A notice of what is just decided again.
  [DECIDE, ANSWER, DECIDE, { is: "undo taken", at: 0 }],
];
const SELDOM: readonly Happening[][] = [
  // What lies under a decision that could not be undone is not undone in its place.
  [DECIDE, ANSWER, DECIDE, ANSWER, UNDO, UNDO, { is: "refuse" }],
  // The notice of a match asks again for an undoing that fails.
  [{ is: "match" }, { is: "undo match", at: 0 }, { is: "undo match", at: 0 }, { is: "refuse" }],
  // Nobody says who decides again what failed: it is still not saved.
  [DECIDE, { is: "refuse" }, { ...DECIDE, named: false }],
];

test("what is shown is what the trail holds once all is answered", async () => {
  const property = fc.asyncProperty(happenings(fc.constant(true)), async (all) => {
    const window = new Window();
    for (const one of all) await window.happens(one);
    const shown = stated(window.view);
    await window.rests();
    expect(stated(window.view)).toEqual(shown);
    expectAsShown(window);
    expect(window.notShown).toEqual([]);
    expect([window.view.pending, window.view.unsaved, window.tab.held.size]).toEqual([0, [], 0]);
    expect(window.main.decisions.filter(({ undoes }) => undoes === null).length).toBeGreaterThanOrEqual(
      window.drafts.flatMap(({ items }) => items).length,
    );
    for (const fingerprint of FINGERPRINTS) {
      const row = window.main.row(fingerprint);
      expect(window.shown(fingerprint, row)).toBe(row.status);
    }
  });
  await fc.assert(property, { numRuns: timesOf(80, 400), examples: SELDOM_CALM.map((all) => [all]) });
});

test("what could not be written is given back, and undoing and redoing agree with the trail", async () => {
  const refusing = fc.record({ is: fc.constant("refuse") });
  const property = fc.asyncProperty(happenings(fc.boolean(), refusing, refusing), async (all) => {
    const window = new Window();
    for (const one of all) await window.happens(one);
    await window.rests();
    expectAsShown(window);
    expectNothingLost(window);
  });
  await fc.assert(property, { numRuns: timesOf(80, 400), examples: SELDOM.map((all) => [all]) });
});

test("nothing is lost and nothing is written twice, whatever others do and however often the page is left", async () => {
  const more = [
    fc.record({ is: fc.constantFrom("refuse", "lose", "dismiss", "reload") }),
    fc.record({
      is: fc.constantFrom("another decides", "another undoes", "undo these"),
      at: fc.nat(2),
    }),
  ];
  const property = fc.asyncProperty(happenings(fc.boolean(), ...more), async (all) => {
    const window = new Window();
    for (const one of all) await window.happens(one);
    await window.rests();
    window.learn();
    expectNothingLost(window);
  });
  await fc.assert(property, { numRuns: timesOf(120, 600) });
});

/** Each decision is in the trail, once and on all of its findings, or is shown as not saved. */
function expectNothingLost({ main, drafts, notShown, givenUp, view, tab: { held } }: Window): void {
  expect(notShown).toEqual([]);
  for (const { note, items } of drafts) {
    const taken = main.decisions.filter((one) => one.note === note && one.undoes === null);
    const standing = FINGERPRINTS.flatMap((one) => main.standing(one)).filter((one) => one.note === note);
    expect(new Set(standing.map(({ fingerprint }) => fingerprint)).size).toBe(standing.length);
    const isShown = view.unsaved.some(({ draft }) => draft.note === note);
    expect(taken.length % items.length).toBe(0);
    expect(isShown || givenUp.has(note)).toBe(taken.length === 0 || givenUp.has(note));
  }
  expect(view.pending).toBe(0);
  expect(held.size > 0).toBe(view.unsaved.length > 0);
}
