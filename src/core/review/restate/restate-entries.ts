/** Replays pulls in order, to find what each changed in entries and in the months signed over them. */
import { ending } from "../../ending.ts";
import type { Entry } from "../../records/entry.ts";
import { compareEntries } from "../../reconcile/changes.ts";
import {
  EarlierPulls,
  type PullReach,
  type RecordChange,
  type RestatementBaseline,
  type RecordedChange,
  RestatementBuilder,
} from "./restatement-builder.ts";
import type { Restatement } from "./restatements.ts";
import { type Signature, standsAt } from "./signatures.ts";
import { type CountedTime, WalletBooks } from "./wallet-books.ts";
import type { RowContent } from "./wallet-rows.ts";
import type { BroughtEntries, MovedRow } from "./wallets.ts";

interface EntryHistory {
  readonly brought: BroughtEntries;
  readonly moved: readonly MovedRow[];
  /** By pull, then walletID. */
  readonly changes: Generator<RecordChange<Entry>>;
  /** A date that an entry states may be one that cannot be. */
  readonly countedAtMs: CountedTime;
  /** An entry as the pull that first had it brought it. */
  readonly read: (walletID: number) => Entry;
}

/** By pull, known before by walletID, then new. @returns the wallets then @throws TieoutError SUM_OVERFLOW */
export function* restateEntries(
  history: EntryHistory,
  standing: RestatementBaseline,
): Generator<Restatement, WalletBooks> {
  const replay = new EntryReplay(history, standing);
  // It ends with this, also where that fails in the middle: it may be a query.
  const { changes } = history;
  using _changes = ending(changes);
  const rowsOf = rowsByPull(history.brought);
  let change = changes.next();
  for (const pull of standing.pulls) {
    replay.begin(pull);
    for (; change.done !== true && change.value.pullId === pull.id; change = changes.next())
      yield* replay.change(change.value);
    for (const row of rowsOf(pull.id)) yield* replay.bring(row);
    replay.end();
  }
  return replay.books;
}

class EntryReplay {
  readonly books: WalletBooks;
  readonly #history: EntryHistory;
  readonly #standing: RestatementBaseline;
  readonly #telling: RestatementBuilder;
  readonly #earlier = new EarlierPulls();
  /** Of all entries brought so far, milliseconds UTC. */
  #latestAtMs = -Infinity;
  #pull: PullReach | null = null;
  /** Those that are at the pull. */
  #signed: readonly Signature[] = [];

  constructor(history: EntryHistory, standing: RestatementBaseline) {
    const scopes = [standing.chainScope, ...standing.signatures.map(({ chainScope }) => chainScope)];
    this.books = new WalletBooks(history.brought, history.moved, scopes, history.countedAtMs);
    this.#history = history;
    this.#standing = standing;
    this.#telling = new RestatementBuilder(standing);
  }

  begin(pull: PullReach): void {
    this.#pull = pull;
    this.#signed = this.#standing.signatures.filter((signature) => standsAt(signature, pull.id));
  }

  end(): void {
    if (this.#pull !== null) this.#earlier.add(this.#pull, this.#latestAtMs);
  }

  /** An entry that was known before. */
  *change({ kind, before, after }: RecordChange<Entry>): Generator<Restatement> {
    const entry = after ?? before;
    const compared = before === null || after === null ? null : compareEntries(before, after);
    if (entry === null || compared?.changes.length === 0) return;
    const named = compared?.approved === true ? "approved" : kind;
    const put = this.#put(entry.walletID, before && contentOf(before), after && contentOf(after));
    yield* this.#tell({
      kind: named,
      subject: { ...entry, payID: null },
      fields: compared?.changes ?? [],
      datedAtMs: null,
      ...put,
    });
  }

  /** An entry's first pull: late where an earlier one, or a signed month, should have had it. */
  *bring(row: number): Generator<Restatement> {
    const { brought, read, countedAtMs } = this.#history;
    const content = contentAt(brought, row);
    const walletID = brought.walletID[row] as number;
    const createdAtMs = countedAtMs(this.#standing.chainScope, walletID, content.dateCreatedAtMs);
    this.#latestAtMs = Math.max(this.#latestAtMs, createdAtMs);
    const isLate = this.#earlier.shouldHave(walletID, createdAtMs);
    if (!isLate && !this.#mayTouch(walletID, content, createdAtMs))
      return this.books.bring(walletID, content);
    const put = this.#put(walletID, null, content);
    if (!isLate && put.effects.length === 0) return;
    yield* this.#tell({
      kind: "back-dated",
      subject: { ...read(walletID), payID: null },
      fields: [],
      datedAtMs: content.dateCreatedAtMs,
      ...put,
    });
  }

  /** Whether a new row may be in a signed month, or move its bounds; one after the month's end does not. */
  #mayTouch(walletID: number, content: RowContent, createdAtMs: number): boolean {
    if (this.#signed.length === 0) return false;
    return this.#signed.some(({ toMs }) => createdAtMs <= toMs) || !this.books.follows(walletID, content);
  }

  #put(
    walletID: number,
    before: RowContent | null,
    after: RowContent | null,
  ): Pick<RecordedChange, "effects" | "dates"> {
    const { chainScope } = this.#standing;
    const dateOf = (content: RowContent | null) =>
      content === null ? null : this.books.dateOf(walletID, content, chainScope);
    const was = dateOf(before);
    const effects = this.books.put(walletID, before, after, this.#signed);
    return { effects, dates: { before: was, after: dateOf(after) } };
  }

  *#tell(told: RecordedChange): Generator<Restatement> {
    if (this.#pull !== null) yield* this.#telling.tell(this.#pull, told);
  }
}

/** Rows by the pull that brought them, ascending walletID each; pulls are to be asked for in their order. */
function rowsByPull({ length, pullId }: BroughtEntries): (pull: number) => Iterable<number> {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row += 1) rows[row] = row;
  for (let row = 1; row < length; row += 1) {
    if ((pullId[row - 1] as number) <= (pullId[row] as number)) continue;
    rows.sort((a, b) => (pullId[a] as number) - (pullId[b] as number) || a - b);
    break;
  }
  let at = 0;
  return function* next(pull) {
    for (; at < length && (pullId[rows[at] as number] as number) <= pull; at += 1) yield rows[at] as number;
  };
}

function contentAt(brought: BroughtEntries, row: number): RowContent {
  return {
    userID: brought.userID[row] as number,
    businessID: brought.businessID[row] as number,
    raised: brought.raised[row] as number,
    balance: brought.balance[row] as number,
    dateCreatedAtMs: brought.dateCreatedAtMs[row] as number,
  };
}

function contentOf({ userID, businessID, credit, debit, balance, dateCreatedAtMs }: Entry): RowContent {
  return { userID, businessID, raised: credit - debit, balance, dateCreatedAtMs };
}
