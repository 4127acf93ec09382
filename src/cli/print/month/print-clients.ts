/** All clients as text: one line for each ledger, the most urgent first, then the totals. */
import { clientLine, clientTotals, clientTotalsWords } from "../../../core/review/clients/client-words.ts";
import { failureWords } from "../../../core/review/clients/closing-words.ts";
import type { Client } from "../../../core/review/clients/client.ts";
import { withInstant } from "../../../core/time.ts";
import type { ClientLine } from "../../../main/services/clients/clients.ts";
import { writeJsonList } from "../json-list.ts";
import { type Terminal, harmless, print, tinted } from "../../terminal.ts";

/** Writes lines to the terminal's result stream, in the order given; or all of it as JSON. */
export async function writeClients(
  terminal: Terminal,
  lines: readonly ClientLine[],
  dueDay: number | null,
  json: boolean,
): Promise<void> {
  const totals = clientTotals(lines.map(({ client }) => client));
  if (json) {
    const head = { schema: "tieout.clients/1", dueDay };
    return writeJsonList(terminal, head, "ledgers", lines.map(documentOf), () => ({ totals }));
  }
  for (const line of lines) await print(terminal, `${lineOf(terminal, line)}\n`);
  await print(terminal, `${clientTotalsWords(totals)}\n`);
}

function lineOf({ stdout }: Terminal, { ledger, client, failure }: ClientLine): string {
  const words = client === null ? (failure === null ? "" : failureWords(failure)) : clientLine(client);
  const line = harmless(`${ledger}: ${words}`);
  const isUrgent = client === null || client.isOverdue;
  return isUrgent ? tinted(stdout, "red", line) : line;
}

function documentOf({ ledger, client, failure }: ClientLine) {
  return {
    ledger,
    client: client === null ? null : clientDocument(client),
    failure: failure === null ? null : { code: failure.code, sentence: failure.sentence, file: failure.file },
  };
}

/** Times as RFC 3339. */
function clientDocument({ lastPull, ...client }: Client) {
  return {
    ...client,
    lastPull: lastPull === null ? null : withInstant({ source: lastPull.source, atMs: lastPull.atMs }),
  };
}
