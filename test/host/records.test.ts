/** Batches of records come by a request of their own, as the socket would carry them. */
import { expect, test } from "vitest";
import { decodeMessage } from "../../src/ipc/codec.ts";
import { admitted, hostFetch, startTestHost } from "../helpers/host.ts";

const QUERY = "snapshot=1%3Aa&table=entries&from=0&count=50000";

test("a batch is read by whoever proves a session, and by nobody else", async () => {
  const host = await startTestHost();
  const address = `${host.origin}/records?${QUERY}`;
  for (const headers of [{}, { Authorization: "Bearer wrong" }]) {
    const refused = await hostFetch(address, { headers });
    expect([refused.status, await refused.text()]).toEqual([401, "Open Tieout first.\n"]);
  }
  expect(host.backend.calls).toEqual([]);
  const { filesKey } = await admitted(host);
  const answer = await hostFetch(address, { headers: { Authorization: `Bearer ${filesKey}` } });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(decodeMessage(new Uint8Array(await answer.arrayBuffer()))).toEqual({
    ok: true,
    value: {
      of: { snapshot: "1:a", table: "entries", from: 0, count: 50_000 },
      column: Float64Array.of(1, Number.NaN),
    },
  });
});
