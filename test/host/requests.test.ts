/** What the browser host refuses before anything is asked: bytes on real sockets, as no library would let them through. */
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { isLoopback } from "../../src/main/backend/server/access.ts";
import { admitted, hostFetch, raw, startTestHost, statusOf } from "../helpers/host.ts";

const UPGRADE = `Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==`;

const hasIPv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\n${headers.map((header) => `${header}\n`).join("")}Connection: close\n\n`;

test("serves its own page only under its own name, with a policy that names its socket", async () => {
  const { port, name } = await startTestHost();
  for (const address of ["127.0.0.1", ...(hasIPv6 ? ["::1"] : [])]) {
    const answer = await raw(port, get("/", `Host: ${name}:${port}`), address);
    expect(statusOf(answer)).toBe(200);
    const [, nonce] = /<meta property="csp-nonce" nonce="([^"]+)">/u.exec(answer) ?? [];
    expect(answer).toContain(`style-src 'self' 'nonce-${nonce}'; `);
    expect(answer).toContain(`connect-src 'self' ws://${name}:${port}; `);
    expect(answer).toContain("default-src 'none'; script-src 'self'; ");
    for (const header of [
      "x-content-type-options: nosniff",
      "referrer-policy: no-referrer",
      "cross-origin-opener-policy: same-origin",
      "cross-origin-resource-policy: same-origin",
      "cache-control: no-store",
      "permissions-policy: accelerometer=()",
    ]) {
      expect(answer.toLowerCase()).toContain(header);
    }
    expect(answer).not.toMatch(/access-control|set-cookie/iu);
  }
});

test("case 65: refuses a foreign, missing, duplicate or dotted Host with 421, on every path and method", async () => {
  const { port, name, backend } = await startTestHost();
  const own = `Host: ${name}:${port}`;
  const wrong: string[][] = [
    ["Host: evil.example"],
    [`Host: evil.example:${port}`],
    [`Host: 127.0.0.1:${port}`],
    [`Host: localhost:${port}`],
    [`Host: ${name}.:${port}`],
    [`Host: x.${name}:${port}`],
    [`Host: ${name.replace(/[0-9a-f]{20}/u, "0".repeat(20))}:${port}`],
    [`Host: 127.0.0.1.nip.io:${port}`],
    [`Host: 127.1:${port}`],
    [`Host: 2130706433:${port}`],
    [`Host: 0.0.0.0:${port}`],
    [`Host: [::1]:${port}`],
    [`Host: ${name.toUpperCase()}:${port}`],
    [`Host: user@${name}:${port}`],
    [`Host: ${name}:${port}, evil.example`],
    [`Host: ${name}`],
    [`Host: ${name}:1`],
    ["Host:"],
    [],
    [own, own],
    [own, "Host: evil.example"],
    ["host: evil.example", own],
  ];
  for (const headers of wrong) {
    for (const request of [
      get("/", ...headers),
      get("/nothing", ...headers),
      get("/%", ...headers),
      get("/bridge", ...headers, `Origin: http://${name}:${port}`),
      `GET /bridge HTTP/1.1\n${headers.map((header) => `${header}\n`).join("")}Origin: http://${name}:${port}\n${UPGRADE}\n\n`,
      `POST /files HTTP/1.1\n${headers.map((header) => `${header}\n`).join("")}Content-Length: 0\nConnection: close\n\n`,
    ]) {
      const answer = await raw(port, request);
      expect({ headers, status: statusOf(answer) }).toEqual({ headers, status: 421 });
      expect(answer).not.toContain("csp-nonce");
      expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'; ");
      expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    }
  }
  // A whole address in the request line would overrule the header; an older protocol has none.
  expect(statusOf(await raw(port, get(`http://evil.example/`, own)))).toBe(421);
  expect(statusOf(await raw(port, "GET / HTTP/1.0\n\n"))).toBe(421);
  expect(backend.calls).toEqual([]);
});

test("case 66: refuses a missing or foreign Origin with 403 before the upgrade", async () => {
  const { port, name } = await startTestHost();
  const own = `http://${name}:${port}`;
  for (const origins of [
    [],
    ["Origin: null"],
    ["Origin:"],
    ["Origin: http://evil.example"],
    [`Origin: http://${name}`],
    [`Origin: https://${name}:${port}`],
    [`Origin: http://127.0.0.1:${port}`],
    [`Origin: http://localhost:${port}`],
    [`Origin: ${own}/`],
    [`Origin: ${own}.evil.example`],
    [`Origin: ${own}`, `Origin: ${own}`],
    [`Origin: ${own}`, "Origin: http://evil.example"],
  ]) {
    const headers = [`Host: ${name}:${port}`, ...origins].join("\n");
    const answer = await raw(port, `GET /bridge HTTP/1.1\n${headers}\n${UPGRADE}\n\n`);
    expect({ origins, status: statusOf(answer) }).toEqual({ origins, status: 403 });
    expect(answer).not.toContain("101 Switching");
  }
});

test("upgrades only the bridge, and only to a socket", async () => {
  const { port, name } = await startTestHost();
  const own = `Host: ${name}:${port}\nOrigin: http://${name}:${port}`;
  for (const path of ["/", "/index.html", "/files", "/bridge/", "/bridge?x=1", "/nothing"]) {
    expect(statusOf(await raw(port, `GET ${path} HTTP/1.1\n${own}\n${UPGRADE}\n\n`))).toBe(404);
  }
  expect(statusOf(await raw(port, get("/bridge", own)))).toBe(404);
  const old = UPGRADE.replace("Version: 13", "Version: 7");
  expect(statusOf(await raw(port, `GET /bridge HTTP/1.1\n${own}\n${old}\n\n`))).toBe(400);
});

test("case 59: serves nothing but the page's own files", async () => {
  const { port, name, dataFolder } = await startTestHost();
  const host = `Host: ${name}:${port}`;
  expect(statusOf(await raw(port, get("/assets/index-1.js", host)))).toBe(200);
  for (const path of [
    "/assets",
    "/assets/",
    "/assets/../index.html",
    "/assets/..%2findex.html",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/../../etc/passwd",
    "//etc/passwd",
    "/assets%2findex-1.js",
    "/assets\\index-1.js",
    `/${dataFolder}`,
    "/index.html/",
    "/package.json",
    "/__proto__",
    "/files",
  ]) {
    const status = statusOf(await raw(port, get(path, host)));
    expect({ path, status }).toEqual({ path, status: 404 });
  }
  expect(statusOf(await raw(port, get("/%", host)))).toBe(400);
});

test("case 68: gives a page on another local port no authority, whatever it knows except the session", async () => {
  const host = await startTestHost();
  const { port, name } = host;
  const other = createServer((_request, response) => response.end("<html></html>"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const foreign = `http://127.0.0.1:${(other.address() as { port: number }).port}`;

  // Its socket is refused although browsers let it try, and although it holds a token that is good.
  const socket = await raw(
    port,
    `GET /bridge HTTP/1.1\nHost: ${name}:${port}\nOrigin: ${foreign}\n${UPGRADE}\n\n`,
  );
  expect(statusOf(socket)).toBe(403);
  // What it may send without being asked (a form) or after being asked (a preflight that is not answered) does nothing.
  const preflight = await raw(
    port,
    `OPTIONS /files HTTP/1.1\nHost: ${name}:${port}\nOrigin: ${foreign}\nAccess-Control-Request-Method: POST\nConnection: close\n\n`,
  );
  expect(statusOf(preflight)).toBe(404);
  expect(preflight).not.toMatch(/access-control/iu);
  const { session, filesKey } = await admitted(host);
  const upload = await hostFetch(`${host.origin}/files`, {
    method: "POST",
    headers: {
      Origin: foreign,
      Authorization: `Bearer ${filesKey}`,
      "Content-Type": "application/octet-stream",
    },
    body: "x",
  });
  expect(upload.status).toBe(403);
  // A cookie of the machine's other ports means nothing here, and the page itself says nothing of a token or a session.
  const page = await hostFetch(host.origin, { headers: { Cookie: `session=${session}` } });
  expect(page.headers.get("set-cookie")).toBeNull();
  expect(await page.text()).not.toContain(session);
  expect(host.backend.calls).toEqual([]);
});

test("case 69: refuses a POST of a form or text with 415, before it asks for a session", async () => {
  const host = await startTestHost();
  const { filesKey } = await admitted(host);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json",
    "application/octet-stream; charset=utf-8",
    "application/octet-stream, text/plain",
    null,
  ]) {
    for (const authorization of [null, `Authorization: Bearer ${filesKey}`]) {
      const answer = await raw(
        host.port,
        `${[
          "POST /files HTTP/1.1",
          `Host: ${host.name}:${host.port}`,
          `Origin: ${host.origin}`,
          ...(type === null ? [] : [`Content-Type: ${type}`]),
          ...(authorization === null ? [] : [authorization]),
          "Content-Length: 1",
        ].join("\n")}\n\nx`,
      );
      expect({ type, status: statusOf(answer) }).toEqual({ type, status: 415 });
    }
  }
  expect(host.backend.paths.size).toBe(0);
});

test("case 71: is unreachable from the LAN", async () => {
  const host = await startTestHost();
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of own) {
    await expect(raw(host.port, get("/", `Host: ${host.name}:${host.port}`), address)).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  }
  // Were it bound to more by mistake, the other end's address would still be looked at.
  expect(["127.0.0.1", "127.8.9.1", "::ffff:127.0.0.1", "::1"].every(isLoopback)).toBe(true);
  expect(
    [
      "192.168.1.7",
      "10.0.0.1",
      "::ffff:10.0.0.1",
      "fe80::1",
      "127.0.0.1.evil",
      "1127.0.0.1",
      "",
      undefined,
    ].some(isLoopback),
  ).toBe(false);
});

test("admits a window from its own page", async () => {
  const host = await startTestHost();
  const { session } = await admitted(host);
  expect(session).toMatch(/^[\w-]{43}$/u);
});
