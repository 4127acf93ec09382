import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type AuthorizationForm, Credentials } from "../../../src/main/api/http/secret.ts";
import { Redactor } from "../../../src/main/api/redactor.ts";
import { redactUserBody, readBusinessBody, readUserBody } from "../../../src/main/api/record-body.ts";
import { envelope, wireBusiness, wireLoginUser } from "../../helpers/wire-records.ts";

const texts = { secretKey: "sk/canary+1", appId: "app-1", phone: "+2348000000001", password: 'p"ass wörd' };
const credentials = new Credentials(texts);

describe("case 63: credentials never show themselves", () => {
  test.each([
    ["inspect", inspect(credentials, { depth: 9, showHidden: true })],
    ["inspect of what holds them", inspect({ settings: { credentials } }, { depth: 9 })],
    ["JSON", JSON.stringify({ credentials })],
    ["text", String(credentials)],
    ["keys", Object.getOwnPropertyNames(credentials).join()],
  ])("by %s", (_way, shown) => {
    for (const secret of [texts.secretKey, texts.password, texts.appId]) expect(shown).not.toContain(secret);
  });
});

describe("case 15: refuses what no header can carry before anything is sent", () => {
  test.each(["a\r\nX: 1", "a\nb", "a\u0000", "a\tb", "a\u007f", "ключ", " a", "a ", "a\u0085b"])(
    "%j",
    (bad) => {
      expect(() => new Credentials({ ...texts, secretKey: bad })).toThrowError(
        expect.objectContaining({ code: "SECRET_FORMAT" }) as Error,
      );
      expect(() => new Credentials({ ...texts, appId: bad })).toThrowError(
        expect.objectContaining({ code: "SECRET_FORMAT" }) as Error,
      );
    },
  );

  test("reports what is missing", () => {
    const code = "SECRET_MISSING";
    expect(() => new Credentials({ ...texts, secretKey: "" })).toThrowError(
      expect.objectContaining({ code }) as Error,
    );
    const noLogin = new Credentials({ secretKey: "k", appId: "a" });
    expect(noLogin.canLogIn).toBe(false);
    expect(() => noLogin.loginBody()).toThrowError(expect.objectContaining({ code }) as Error);
  });

  test("accepts a key with Latin-1 letters and inner blanks", () => {
    expect(new Credentials({ ...texts, secretKey: "clé ß" }).authorization("key")).toBe("clé ß");
  });
});

test.each<[AuthorizationForm, string]>([
  ["key", "sk/canary+1"],
  ["bearer", "Bearer sk/canary+1"],
  ["basic", `Basic ${Buffer.from("sk/canary+1:").toString("base64")}`],
])("redacts the Authorization value as %s", (form, value) => {
  expect(credentials.authorization(form)).toBe(value);
});

test("case 16: redacts a secret in every form a server may echo", () => {
  const redactor = new Redactor();
  redactor.add(texts.secretKey);
  redactor.add(texts.password);
  redactor.add("");
  const echoed = [texts.secretKey, texts.password].flatMap((secret) => [
    secret,
    JSON.stringify(secret),
    JSON.stringify(secret)
      .replaceAll("/", String.raw`\/`)
      .replaceAll("ö", String.raw`\u00f6`),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ secret }).toString(),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(`${secret}:`).toString("base64"),
  ]);
  for (const form of echoed) {
    const left = redactor.redact(`before ${form} after`);
    expect(left).toMatch(/^before \S*\[redacted\]\S* after$/u);
    expect(left).not.toContain(form);
  }
  expect(redactor.redact("nothing secret")).toBe("nothing secret");
});

describe("case 16: never rewrites its own marker", () => {
  const redactorOf = (...secrets: readonly string[]) => {
    const redactor = new Redactor();
    for (const secret of secrets) redactor.add(secret);
    return redactor;
  };

  test("when secrets are single letters of it", () => {
    expect(redactorOf("e", "d", "[").redact("be kind")).toBe("b[redacted] kin[redacted]");
    expect(redactorOf("e", "kind").redact("be kind")).toBe("b[redacted] [redacted]");
  });

  test("when another redactor wrote it", () => {
    expect(redactorOf("e").redact(redactorOf("kind").redact("be kind"))).toBe("b[redacted] [redacted]");
  });

  test("and leaves nothing of a long secret that a shorter one runs into", () => {
    expect(redactorOf("ab", "b-canary-1").redact("ab-canary-1")).toBe("a[redacted]");
  });
});

describe("case 16: redacts it as a server, a proxy or a page may write it", () => {
  const secret = "sk/canary+1?é&<x>'y";
  const bytes = Buffer.from(secret);
  const pairs = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  test.each([
    ...["", "B", "Be", "Bearer ", "Token: ", "{'key':'"].map(
      (before) =>
        [`base64 behind "${before}"`, Buffer.from(`${before}${secret} and more`).toString("base64")] as const,
    ),
    ["base64url in the middle", Buffer.from(`a${secret}b`).toString("base64url")],
    ["hexadecimal", pairs.join("")],
    ["hexadecimal in capitals", pairs.join("").toUpperCase()],
    ["every byte for a URL", pairs.map((pair) => `%${pair}`).join("")],
    ["every byte for a URL, in capitals", pairs.map((pair) => `%${pair.toUpperCase()}`).join("")],
    ["every byte for a URL twice", pairs.map((pair) => `%25${pair}`).join("")],
    ["for a URL twice", encodeURIComponent(encodeURIComponent(secret))],
    ["for a URL twice, in small letters", encodeURIComponent(encodeURIComponent(secret)).toLowerCase()],
    ["HTML", html.replaceAll("'", "&#39;")],
    ["HTML with names alone", html.replaceAll("'", "&apos;")],
    ["HTML in numbers", Array.from(secret, (one) => `&#${one.codePointAt(0)};`).join("")],
    [
      "HTML in hexadecimal numbers",
      Array.from(secret, (one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(""),
    ],
    ["accents as characters of their own", secret.normalize("NFD")],
  ] as const)("%s", (_, echoed) => {
    const redactor = new Redactor();
    redactor.add(secret);
    const left = redactor.redact(`before ${echoed} after`);
    expect(left).toContain("[redacted]");
    // Nothing that tells more than a letter or two of it is left.
    const rest = left.replace("before ", "").replace(" after", "").replace("[redacted]", "");
    const more = Buffer.from(`Token: {'key':' and more`).toString("base64").length;
    expect(rest.length).toBeLessThanOrEqual(more);
    for (const word of ["canary", "63616e617279", "%63%61%6e", "Y2FuYX"]) expect(rest).not.toContain(word);
  });
});

describe("a key that is part of a field's name", () => {
  test("breaks no body, and a missing field is named in full", () => {
    const known = new Redactor();
    known.add("k");
    const redact = (text: string) => known.redact(text);
    const origin = { name: "/user/fetch", kind: "answer", redact } as const;
    const sent = wireLoginUser({ bout_me: "k" });
    const { body } = readUserBody(Buffer.from(envelope({ user: sent })), "login", origin, known);
    expect(body.record.userID).toBe(12);
    expect(Buffer.from(body.content).toString()).toContain('"bout_me":"[redacted]"');
    const { token: _, ...without } = sent as Record<string, unknown>;
    expect(() => readUserBody(Buffer.from(envelope({ user: without })), "login", origin, known)).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ field: "token" }) as unknown }),
    );
    expect(() => readUserBody(Buffer.from(envelope({ user: without })), "login", origin, known)).toThrow(
      /token is missing$/u,
    );
  });

  test("is redacted in a name that the interface does not know", () => {
    expect(redactUserBody('{"token":"abcdefgh","abcdefgh":1}')).toBe('{"token":"[redacted]","[redacted]":1}');
  });
});

test("keeps app id and phone out of sentences, and in the record", () => {
  expect(credentials.names()).toEqual([texts.appId, texts.phone]);
  expect(new Credentials({ secretKey: "k", appId: "a" }).names()).toEqual([]);
});

describe("user bodies are stored without their tokens", () => {
  const canary = "user-token-canary";

  test("redacts token and invitation, and the token wherever else it occurs", () => {
    const body = envelope({
      user: wireLoginUser({
        bout_me: `mine is ${canary}`,
        dp_url: `https://x.example/?t=${canary}`,
        deep: { token: "q" },
      }),
    });
    const kept = redactUserBody(body);
    expect(kept).not.toContain(canary);
    const { user } = (JSON.parse(kept) as { data: { user: Record<string, unknown> } }).data;
    expect(user).toMatchObject({
      token: "[redacted]",
      invite_url: "[redacted]",
      bout_me: "mine is [redacted]",
      deep: { token: "[redacted]" },
      userID: 12,
    });
  });

  test("under any name, in any letter case, at any depth", () => {
    const body = envelope({
      user: wireLoginUser({
        access_token: canary,
        Token: canary,
        "user-TOKEN": canary,
        refreshToken: 1234567890,
        tokens: [canary, { value: canary, n: [7] }],
        client_secret: canary,
        session: { jwt: canary, until: 5 },
        after: [1, "kept"],
      }),
    });
    const kept = redactUserBody(body);
    expect(kept).not.toContain(canary);
    const { user } = (JSON.parse(kept) as { data: { user: Record<string, unknown> } }).data;
    const gone = "[redacted]";
    expect(user).toMatchObject({
      access_token: gone,
      Token: gone,
      "user-TOKEN": gone,
      refreshToken: gone,
      tokens: [gone, { value: gone, n: [gone] }],
      client_secret: gone,
      session: { jwt: gone, until: 5 },
      after: [1, "kept"],
    });
  });

  test("keeps everything else as written", () => {
    const body =
      '{ "status":200,\n"data":{"user":{"a":1.10,"b":"\\u0041\\/","token" : "se\\u0063ret!","c":null}} }';
    expect(redactUserBody(body)).toBe(body.replace('"se\\u0063ret!"', '"[redacted]"'));
  });

  test("redacts under keys written with escapes, and tokens inside other texts", () => {
    const body = String.raw`{"t\u006fken":"abcdefgh","x":"\u0061bcdefgh","abcdefgh":1,"y":"token","z":["token","abcdefgh"]}`;
    expect(redactUserBody(body)).toBe(
      String.raw`{"t\u006fken":"[redacted]","x":"[redacted]","[redacted]":1,"y":"token","z":["token","[redacted]"]}`,
    );
  });

  test("keeps no token in what is read and stored, and hashes what is stored", () => {
    const origin = { name: "/user/auth/login", kind: "answer" } as const;
    const known = new Redactor();
    known.add(texts.secretKey);
    const sent = envelope({ user: wireLoginUser({ name: `Ada ${canary}`, email: texts.secretKey }) });
    const { body, token } = readUserBody(Buffer.from(sent), "login", origin, known);
    expect(token).toBe(canary);
    expect(body.record).toEqual({
      userID: 12,
      name: "Ada [redacted]",
      email: "[redacted]",
      phone: "+2348000000001",
      country: "Nigeria",
      defaultCurrency: "NGN",
      businessID: 7,
    });
    expect(inspect(body, { depth: 9 })).not.toContain(canary);
    expect(Buffer.from(body.content).toString()).not.toMatch(/canary/u);
    expect(body.sha256).toMatch(/^[0-9a-f]{64}$/u);
    expect(body.bytes).toBe(body.content.length);
  });

  test("does not quote a token of the wrong type", () => {
    const sent = envelope({ user: wireLoginUser({ token: 12345678 }) });
    expect(() => readUserBody(Buffer.from(sent), "login", { name: "/login", kind: "answer" })).toThrowError(
      "The field token must be a text, not a number",
    );
  });

  test("checks a business body against the interface, too", () => {
    const origin = { name: "/business/fetch", kind: "answer" } as const;
    const { record } = readBusinessBody(Buffer.from(envelope({ business: wireBusiness() })), origin);
    expect(record).toEqual({ businessID: 7, userID: 12, name: "Ada's", currency: "NGN" });
    const broken = envelope({ business: wireBusiness({ is_live: 1.5 }) });
    expect(() => readBusinessBody(Buffer.from(broken), origin)).toThrowError("1.5 is not an integer");
  });
});
