/** The ledgers of a folder: how each client stands, what `tieout close` did with each, the totals, and those that failed. */
import { formatAmount, formatCount } from "../../core/money.ts";
import { clientLine, clientTotals, clientTotalsWords } from "../../core/review/clients/client-words.ts";
import { closingLine, closingTotals, failureWords } from "../../core/review/clients/closing-words.ts";
import { LEFT_TO_VERIFY, LEFT_TO_VERIFY_LINE } from "../../core/words/proof.ts";
import type { Client } from "../../core/review/clients/client.ts";
import {
  ClosingTally,
  type LedgerClosing,
  type LedgerFailure,
} from "../../core/review/clients/ledger-closing.ts";
import { lastLooksDocument } from "../../core/review/restate/restatements-document.ts";
import type { LedgerClient } from "../../main/services/practice/clients.ts";
import { type Session, type Terminal, harmless, print, tinted, writeJsonList } from "./terminal.ts";
import { formatInstant, withInstant } from "../../core/time.ts";

/** Counts ledgers, and keeps the first that failed and the codes of the others. */
export class LedgerFailures {
  #ledgers = 0;
  #failed = 0;
  #first: { readonly ledger: string; readonly failure: LedgerFailure } | null = null;
  readonly #codes = new Set<LedgerFailure["code"]>();

  add({ ledger, failure }: { readonly ledger: string; readonly failure: LedgerFailure | null }): void {
    this.#ledgers += 1;
    if (failure === null) return;
    this.#failed += 1;
    this.#first ??= { ledger, failure };
    this.#codes.add(failure.code);
  }

  /** How many failed, why the first did and what to do, the others' codes; null where none failed. */
  line(): string | null {
    if (this.#first === null) return null;
    const { ledger, failure } = this.#first;
    const many = `${formatAmount(this.#failed)} of ${formatCount(this.#ledgers, "ledger")} failed`;
    const which = this.#failed === 1 ? `: ${ledger}.` : `. The first is ${ledger}:`;
    const others = [...this.#codes].filter((code) => code !== failure.code);
    const also = others.length === 0 ? "" : ` The others' lines say why they failed (${others.join(", ")}).`;
    return `${failure.code}: ${many}${which} ${failure.sentence}. ${failure.remedy}${also}`;
  }
}

/** Writes lines to the terminal's result stream, in the order given; or all of it as JSON. */
export async function writeClients(
  terminal: Terminal,
  lines: readonly LedgerClient[],
  dueDay: number | null,
  json: boolean,
): Promise<void> {
  const totals = clientTotals(lines.map(({ client }) => client));
  if (json) {
    const document = { schema: "tieout.clients/1", dueDay, ledgers: lines.map(documentOf) };
    return writeJsonList(terminal, document, "ledgers", () => ({ totals }));
  }
  for (const line of lines) await print(terminal, `${lineOf(terminal, line)}\n`);
  await print(terminal, `${clientTotalsWords(totals)}\n`);
}

function lineOf({ stdout }: Terminal, { ledger, client, failure }: LedgerClient): string {
  const words = client === null ? (failure === null ? "" : failureWords(failure)) : clientLine(client);
  const line = harmless(`${ledger}: ${words}`);
  const isUrgent = client === null || client.isOverdue;
  return isUrgent ? tinted(stdout, "red", line) : line;
}

function documentOf({ ledger, client, failure }: LedgerClient) {
  return {
    ledger,
    client: client === null ? null : clientDocument(client),
    failure: failureDocument(failure),
  };
}

function failureDocument(failure: LedgerFailure | null) {
  return failure === null ? null : { code: failure.code, sentence: failure.sentence, file: failure.file };
}

/** Times as RFC 3339. */
function clientDocument({ lastPull, sinceMs, ...client }: Client) {
  return {
    ...client,
    since: sinceMs === null ? null : formatInstant(sinceMs),
    lastPull: lastPull === null ? null : withInstant({ source: lastPull.source, atMs: lastPull.atMs }),
  };
}

/** What was done, counted as it is written. */
export class WrittenClosings {
  readonly tally = new ClosingTally();
  readonly failures = new LedgerFailures();

  /** The same ledgers, counted as they pass. */
  async *counting(closings: AsyncIterable<LedgerClosing>): AsyncGenerator<LedgerClosing> {
    for await (const closing of closings) {
      this.tally.add(closing);
      this.failures.add(closing);
      yield closing;
    }
  }
}

/** Writes each ledger's line as soon as it is done, then the totals; or all of it as JSON. */
export async function writeClosings(
  { terminal, progress }: Session,
  closings: AsyncIterable<LedgerClosing>,
  written: WrittenClosings,
  json: boolean,
): Promise<void> {
  const counted = written.counting(closings);
  if (json) {
    const ledgers = documentsOf(counted);
    const document = { schema: "tieout.close/1", notCompared: LEFT_TO_VERIFY, ledgers };
    await writeJsonList(terminal, document, "ledgers", () => ({ totals: written.tally.totals() }));
    return progress.clear();
  }
  for await (const closing of counted) {
    progress.clear();
    await print(terminal, `${harmless(closingLine(closing))}\n`);
  }
  await print(terminal, `${closingTotals(written.tally.totals())}\n${LEFT_TO_VERIFY_LINE}\n`);
}

async function* documentsOf(closings: AsyncIterable<LedgerClosing>) {
  for await (const { timeZone: _, lastLooks, failure, ...closing } of closings) {
    yield {
      ...closing,
      failure: failureDocument(failure),
      lastLooks: lastLooks === null ? null : lastLooksDocument(lastLooks),
    };
  }
}
