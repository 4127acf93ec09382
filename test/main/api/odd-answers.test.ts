/** What services of a common kind answer that the interface does not show, over real sockets. */
import { describe, expect, test } from "vitest";
import { readEntries, readTransactions } from "../../../src/main/api/records.ts";
import { answer } from "../../helpers/loopback.ts";
import {
  WIRE_TIME,
  type WireRecord,
  envelope,
  histories,
  wireBusiness,
  wireData,
  wireEntry,
  wireTransaction,
  wireUser,
} from "../../helpers/wire-records.ts";
import { WALLET, always, ask, clientOf, serve, serviceWith } from "./asking.ts";
import { Pulling, expectWhole } from "./pulling.ts";
import { CANARY, ECHO, expectRefusal } from "./secrecy.ts";

/** A body that states its status itself, under HTTP 200. */
function stated(status: unknown, rest: object = { message: "Not today" }) {
  return always(200, JSON.stringify({ status, ...rest }));
}

async function records<T>(read: () => Iterable<T>): Promise<T[]> {
  return [...read()];
}

describe("a status that only the body states", () => {
  test.each([
    [401, "LOGIN_REFUSED", "The service refused the login (status 401): Not today"],
    [422, "LOGIN_REFUSED", "The service refused the login (status 422): Not today"],
    [503, "LOGIN_UNKNOWN", "The result of the login is unknown: the service failed (status 503): Not today"],
    [429, "NET_RATE_LIMITED", "The service received too many requests (status 429): Not today"],
  ])("of a login that is tried once: %i", async (status, code, message) => {
    const server = await serve(stated(status));
    expect(await expectRefusal(clientOf(server.url).login())).toMatchObject({ code, message });
    expect(server.received).toHaveLength(1);
  });

  test.each([401, 403])("of credentials: %i", async (status) => {
    const server = await serve(stated(status));
    const refusal = await expectRefusal(clientOf(server.url).downloadWallet(null));
    expect(refusal).toMatchObject({
      code: "AUTH_EXPIRED",
      message: `The service no longer accepts the credentials (status ${status}): Not today`,
    });
  });

  test("of a path: the other one is tried", async () => {
    const server = await serve((request, socket) => {
      const isOther = request.path.endsWith("/single");
      answer(socket, 200, isOther ? envelope({ user: wireUser() }) : '{"status":404,"message":"No route"}');
    });
    expect((await clientOf(server.url).fetchUser()).record.userID).toBe(wireUser()["userID"]);
    expect(server.received).toHaveLength(2);
  });

  test.each([429, 502, 503, 504])("of a moment: %i is asked again", async (status) => {
    const server = await serve(({ number }, socket) => {
      answer(socket, 200, number === 1 ? JSON.stringify({ status }) : WALLET);
    });
    const { client, waits } = ask(server.url);
    expect((await client.downloadWallet(null)).records).toBe(2);
    expect(waits).toEqual([250]);
  });

  test.each([0, 1, 199, 204, 301, 600])("no other one is HTTP's: %i", async (status) => {
    const server = await serve(stated(status));
    expect(await expectRefusal(clientOf(server.url).downloadWallet(null))).toMatchObject({
      code: "SERVICE_ERROR",
      message: `The service responded with status ${status}: Not today`,
    });
    expect(server.received).toHaveLength(1);
  });
});

test.each([
  [500, always(500, "")],
  [502, always(502, "<html>Bad Gateway")],
  [500, stated(500)],
])("a service that failed is not asked for its path: %i", async (_status, reply) => {
  const server = await serve(reply);
  const refusal = await expectRefusal(clientOf(server.url).downloadWallet(null));
  expect(refusal.code).toBe("SERVICE_ERROR");
  expect(refusal.remedy).toContain("The service itself failed");
});

describe("the service's own message", () => {
  test.each<[string, object, string]>([
    ["beside a status that is no number", { status: false, message: "Session expired" }, "Session expired"],
    ["beside a flag", { error: true, msg: "Session expired." }, "Session expired"],
    ["beside no data", { status: 200, data: null, message: "No record found" }, "No record found"],
    ["beside other data", { status: 200, data: { histories: null }, message: "No record" }, "No record"],
    ["in the data", { status: "fail", data: { message: "Session expired" } }, "Session expired"],
    ["in an error", { error: { code: 7, message: "Session expired" } }, "Session expired"],
    ["in a list of errors", { errors: [{ detail: "Session expired" }] }, "Session expired"],
    ["with a status", { status: 7, errors: ["Session expired"] }, "Session expired"],
  ])("is shown: %s", async (_where, body, said) => {
    const server = await serve(always(200, JSON.stringify(body)));
    for (const work of [clientOf(server.url).downloadWallet(null), clientOf(server.url).fetchUser()]) {
      expect((await expectRefusal(work)).message.endsWith(`: ${said}`)).toBe(true);
    }
  });

  test("is shown without secrets, on one line", async () => {
    const server = await serve(always(200, JSON.stringify({ status: false, message: `${ECHO}\nbye` })));
    const { message } = await expectRefusal(clientOf(server.url).fetchBusiness());
    expect(message).toContain("The service says: [redacted]");
  });

  test("of an endless nest is not looked for", async () => {
    const nest = `${'{"error":'.repeat(30)}"deep"${"}".repeat(30)}`;
    const server = await serve(always(200, nest));
    const { message } = await expectRefusal(clientOf(server.url).fetchBusiness());
    expect(message).toBe("The field status is missing");
  });
});

test("a number that is sent as a text is said to be one, and what to ask", async () => {
  const texts = [wireEntry({ balance: "10098" }), wireEntry({ userID: "71" })];
  for (const [at, field] of ["balance", "userID"].entries()) {
    const server = await serve(always(200, histories([texts[at]])));
    const body = await clientOf(server.url).downloadWallet(null);
    const refusal = await expectRefusal(records(() => readEntries(body)));
    expect(refusal).toMatchObject({ code: "PAYLOAD_AMOUNT", field });
    expect(refusal.message).toMatch(/^"(?:10098|71)" is a text, but the field \w+ must be a number$/u);
    expect(refusal.remedy).toContain("Ask the provider to send numbers as numbers, without quotes");
  }
});

test("a word in the place of a number is not said to be a number in quotes", async () => {
  const server = await serve(always(200, histories([wireEntry({ is_approved: "pending" })])));
  const body = await clientOf(server.url).downloadWallet(null);
  const refusal = await expectRefusal(records(() => readEntries(body)));
  expect(refusal.message).toBe('"pending" is a text, but the field is_approved must be a number');
  expect(refusal.remedy).toBeUndefined();
});

describe("values that are none", () => {
  const ZERO = "Tue, 30 Nov -0001 00:00:00 +0000";

  test("an empty list for an object, and the zero date, are read as null and kept whole", async () => {
    const [done] = wireData.milestone["list"] as WireRecord[];
    const task = { ...done, dateCompleted: ZERO };
    const data = { ...wireData.milestone, list: [task] };
    const pulling = await Pulling.start({
      user: envelope({ user: { ...wireUser(), zodiac: [], kyc_status: [], verification_status: [] } }),
      business: envelope({ business: { ...wireBusiness(), verification: [] } }),
      wallet: histories([wireEntry({ datePaid: ZERO }), wireEntry({ walletID: 2, datePaid: "0000-00-00" })]),
      transactions: histories([wireTransaction({ cycle: "milestone", data, customer: [], transaction: [] })]),
    });
    await expectWhole(pulling);
    const { entry, payment } = pulling.contents();
    expect(entry).toMatchObject([{ date_paid_ms: null }, { date_paid_ms: null }]);
    expect(JSON.stringify(payment)).toContain(ZERO);
  });

  test.each([ZERO, "Mon, 29 Nov -0001 23:46:25 +0000"])("as the transaction says them: %s", async (zero) => {
    const sent = wireTransaction({ datePaid: zero, customer: [], transaction: [] });
    const server = await serve(always(200, histories([sent])));
    const [read] = [...readTransactions(await clientOf(server.url).downloadTransactions())].flat();
    expect(read).toMatchObject({
      datePaidAtMs: null,
      customer: null,
      label: null,
      extra: { datePaid: zero },
    });
  });

  test("money and required times are never none", async () => {
    for (const wrong of [{ fee: [] }, { data: [] }]) {
      const server = await serve(always(200, histories([wireTransaction(wrong)])));
      const body = await clientOf(server.url).downloadTransactions();
      const refusal = await expectRefusal(records(() => readTransactions(body)));
      expect(refusal.code).toBe("PAYLOAD_SCHEMA");
    }
    const server = await serve(always(200, histories([wireEntry({ dateCreated: ZERO })])));
    const body = await clientOf(server.url).downloadWallet(null);
    expect(await expectRefusal(records(() => readEntries(body)))).toMatchObject({
      code: "PAYLOAD_DATE",
      field: "dateCreated",
    });
  });
});

test("a server's own offset is read", async () => {
  const sent = [wireEntry({ dateCreated: "Sat, 21 Nov 2026 09:30:00 +0100" }), wireEntry({ walletID: 2 })];
  const pulling = await Pulling.start({ wallet: histories(sent) });
  await expectWhole(pulling);
  const times = (pulling.contents()["entry"] as { date_created_ms: number }[]).map(
    (row) => row.date_created_ms,
  );
  expect(WIRE_TIME).toBe("Sat, 21 Nov 2026 08:30:00 +0000");
  expect(times).toEqual([Date.UTC(2026, 10, 21, 8, 30), Date.UTC(2026, 10, 21, 8, 30)]);
});

describe("a response that is not JSON", () => {
  const quoted = async (body: string) => {
    const server = await serve(serviceWith({ wallet: body, business: body }));
    const client = clientOf(server.url);
    const list = await expectRefusal(client.downloadWallet(null));
    expect((await expectRefusal(client.fetchBusiness())).message).toBe(list.message);
    expect(list.code).toBe("PAYLOAD_NOT_JSON");
    return list.message;
  };

  test("is shown by its first 80 characters, on one line", async () => {
    const warning = `Warning: Undefined array key "limit" in /var/www/index.php\r\n on line 12\n${WALLET}`;
    expect(await quoted(warning)).toBe(
      `The response is not JSON; it begins with "${warning.replace("\r\n", " ").replace("\n", " ").slice(0, 80)}…"`,
    );
    expect(await quoted("Bye")).toBe('The response is not JSON; it begins with "Bye"');
    expect(await quoted("<title>Log in</title>")).toBe(
      'The response is an HTML or XML page, not JSON; it begins with "<title>Log in</title>"',
    );
    expect(await quoted("PK\u0003\u0004…")).toBe(
      "The response is a zip archive or an Excel workbook, not JSON",
    );
    expect(await quoted('{"status":200,"data":{"user":}}')).toContain(
      'it begins with "{"status":200,"data":{"user',
    );
  });

  test("is shown without secrets, however it is cut", async () => {
    for (let blanks = 0; blanks < 90; blanks += 1) {
      const message = await quoted(`${"x".repeat(blanks)}${CANARY.secretKey}${"y".repeat(5)}`);
      expect(message).not.toContain("sk-");
    }
    expect(await quoted(`Notice: token=${CANARY.token}`)).toBe(
      'The response is not JSON; it begins with "Notice:"',
    );
    expect(await quoted(`{"status":200,"Api Key":${JSON.stringify(CANARY.token)},}`)).not.toContain("Key");
  });

  test("is shown without what looks like a secret that nothing names", async () => {
    const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N";
    expect(await quoted(token)).toBe("The response is not JSON");
    expect(await quoted(`Welcome ${token}`)).toBe('The response is not JSON; it begins with "Welcome"');
  });

  test("is told from its first bytes, in however small pieces they come", async () => {
    const server = await serve((_request, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
      const pieces = "No service today".split("");
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) socket.end();
        else socket.write(piece, () => setImmediate(next));
      };
      next();
    });
    const { message } = await expectRefusal(clientOf(server.url).downloadWallet(null));
    expect(message).toBe('The response is not JSON; it begins with "No service today"');
  });
});
