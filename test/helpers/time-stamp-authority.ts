/** A time-stamp authority on loopback: `openssl ts` answers, with certificates that `openssl ca` made in a folder of its own. */
import { execFile, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { atEnd } from "./at-end.ts";
import { temporaryFolder } from "./cli.ts";

export const hasOpenssl = spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0;
if (!hasOpenssl) console.log("skipped: openssl is not installed, no authority gives time stamps");

const run = promisify(execFile);

/** A certificate: who issued it, what it may be used for, and when it is valid. */
interface Certificate {
  /** null for itself. */
  readonly issuer: string | null;
  readonly profile: keyof typeof PROFILES;
  /** As openssl takes times; from 2020 to 2049 where they are not given. */
  readonly from?: string;
  readonly to?: string;
  /** The name of the subject where it is another one's. */
  readonly as?: string;
  /** Of an RSA key; an elliptic curve where there are none. */
  readonly bits?: number;
  /** The hash that its issuer signs. */
  readonly digest?: "sha1";
}

const PROFILES = {
  authority: "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign",
  "authority of no others": "basicConstraints=critical,CA:true,pathlen:0\nkeyUsage=critical,keyCertSign",
  "authority of servers":
    "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\nextendedKeyUsage=serverAuth",
  "authority of some names":
    "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\nnameConstraints=permitted;DNS:example.com",
  "time stamps":
    "basicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping",
  "time stamps, not critical": "basicConstraints=critical,CA:false\nextendedKeyUsage=timeStamping",
  "time stamps and servers":
    "basicConstraints=critical,CA:false\nextendedKeyUsage=critical,timeStamping,serverAuth",
  "time stamps, not to sign":
    "basicConstraints=critical,CA:false\nkeyUsage=critical,keyEncipherment\nextendedKeyUsage=critical,timeStamping",
  servers: "basicConstraints=critical,CA:false\nextendedKeyUsage=critical,serverAuth",
} as const;

const CERTIFICATES = {
  root: { issuer: null, profile: "authority" },
  "other root": { issuer: null, profile: "authority" },
  /** Has the root's name, and not its key. */
  "false root": { issuer: null, profile: "authority", as: "root" },
  middle: { issuer: "root", profile: "authority of no others" },
  "expired middle": { issuer: "root", profile: "authority", from: "20200101000000Z", to: "20210101000000Z" },
  "below middle": { issuer: "middle", profile: "authority" },
  "of servers": { issuer: "root", profile: "authority of servers" },
  "of some names": { issuer: "root", profile: "authority of some names" },
  /** The one that is in order. */
  good: { issuer: "middle", profile: "time stamps", bits: 2048 },
  direct: { issuer: "root", profile: "time stamps" },
  expired: { issuer: "root", profile: "time stamps", from: "20200101000000Z", to: "20210101000000Z" },
  "not yet valid": { issuer: "root", profile: "time stamps", from: "20480101000000Z", to: "20490101000000Z" },
  "by an expired one": { issuer: "expired middle", profile: "time stamps" },
  "too deep": { issuer: "below middle", profile: "time stamps" },
  "by one of servers": { issuer: "of servers", profile: "time stamps" },
  "by one of some names": { issuer: "of some names", profile: "time stamps" },
  "not critical": { issuer: "root", profile: "time stamps, not critical" },
  "by no authority": { issuer: "not critical", profile: "time stamps" },
  "by the false root": { issuer: "false root", profile: "time stamps" },
  "by the other root": { issuer: "other root", profile: "time stamps" },
  "for servers, too": { issuer: "root", profile: "time stamps and servers" },
  "of a short key": { issuer: "root", profile: "time stamps", bits: 1024 },
  "by way of SHA-1": { issuer: "root", profile: "time stamps", digest: "sha1" },
  "not to sign": { issuer: "root", profile: "time stamps, not to sign" },
  "for servers": { issuer: "root", profile: "servers" },
} as const satisfies Readonly<Record<string, Certificate>>;
export type CertificateName = keyof typeof CERTIFICATES;

const CERTIFICATE_OF = CERTIFICATES as Readonly<Record<string, Certificate>>;

const CONFIG = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
serial = issued
default_md = sha256
policy = any
unique_subject = no
[any]
organizationName = optional
commonName = supplied
[tsa]
default_tsa = granting
[granting]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
ordering = yes
tsa_name = yes
[refusing]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha512
ess_cert_id_alg = sha256
`;

/** What the authority answers with. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  readonly location?: string;
}

/** What is asked of an authority, and what helps it to answer. */
export interface Asked {
  /** The request as it came, DER. */
  readonly request: Buffer;
  readonly authority: TimeStampAuthority;
}

export const TIME_STAMP_TYPE = "application/timestamp-reply";

export function granted(bytes: Buffer): Answer {
  return { status: 200, type: TIME_STAMP_TYPE, bytes };
}

export class TimeStampAuthority {
  /** How it answers until it is told otherwise. */
  answer: (asked: Asked) => Promise<Answer> = async ({ request }) => granted(await this.reply(request));
  /** The requests as they came. */
  readonly asked: Buffer[] = [];
  /** What it could not do. */
  readonly failures: string[] = [];
  url = "";
  readonly #folder: string;
  #files = 0;
  #server: Server | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** One that ends with the test, or with the file whose tests share it. */
  static async ofTest(): Promise<TimeStampAuthority> {
    const authority = await TimeStampAuthority.start(temporaryFolder());
    atEnd(async () => authority.close());
    return authority;
  }

  /** @param folder where its files are */
  static async start(folder: string): Promise<TimeStampAuthority> {
    const authority = new TimeStampAuthority(folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "openssl.cnf"), CONFIG + profiles());
    writeFileSync(join(folder, "index.txt"), "");
    for (const name of ["serial", "issued"]) writeFileSync(join(folder, name), "01\n");
    for (const name of Object.keys(CERTIFICATES)) await authority.#issue(name);
    await authority.#listen();
    return authority;
  }

  /** The path of a certificate in PEM. */
  pem(name: CertificateName): string {
    return this.#path(`${fileOf(name)}.pem`);
  }

  /** A file of several certificates in PEM. */
  pemOf(...names: readonly CertificateName[]): string {
    return this.#kept(names.map((name) => readFileSync(this.pem(name), "utf8")).join(""), "pem");
  }

  /** What `openssl ts -reply` answers. @param section of the configuration */
  async reply(request: Buffer, signer: CertificateName = "good", section = "granting"): Promise<Buffer> {
    const [asked, out] = [this.#kept(request, "tsq"), this.#kept("", "tsr")];
    const chain = chainOf(signer);
    const others = chain.length === 0 ? [] : ["-chain", this.pemOf(...chain)];
    const files = ["-queryfile", asked, "-out", out];
    await this.#openssl(
      "ts",
      "-reply",
      "-config",
      "openssl.cnf",
      "-section",
      section,
      ...files,
      ...others,
      ...this.#signedBy(signer),
    );
    return readFileSync(out);
  }

  /** A request of its own, with another nonce. @param sha256 64 hex digits */
  async requestFor(sha256: string): Promise<Buffer> {
    const out = this.#kept("", "tsq");
    await this.#openssl("ts", "-query", "-sha256", "-cert", "-digest", sha256, "-out", out);
    return readFileSync(out);
  }

  /**
   * A response whose token says what a good one says, signed by whatever certificate, as anybody may put it together.
   *
   * @param change of what is stated, before it is signed
   */
  async forge(
    request: Buffer,
    signer: CertificateName,
    flags: readonly string[] = ["-cades"],
    change: (stated: Buffer) => Buffer = (stated) => stated,
  ): Promise<Buffer> {
    const stated = await this.stated(await this.token(await this.reply(request)));
    return responseWith(await this.sign(change(stated), signer, flags));
  }

  /** A certificate with issuer, number and key of another one, and other bytes. */
  async twin(name: CertificateName): Promise<string> {
    const [file, out] = [fileOf(name), this.#kept("", "pem")];
    const { serialNumber } = new X509Certificate(readFileSync(this.pem(name)));
    const by = ["-CA", "root.pem", "-CAkey", "root.key", "-set_serial", `0x${serialNumber}`];
    const how = ["-days", "3000", "-extfile", "openssl.cnf", "-extensions", "time-stamps"];
    await this.#openssl("x509", "-req", "-in", `${file}.csr`, "-out", out, ...by, ...how);
    return out;
  }

  /** The token of a response. */
  async token(response: Buffer): Promise<Buffer> {
    const [given, out] = [this.#kept(response, "tsr"), this.#kept("", "tst")];
    await this.#openssl("ts", "-reply", "-in", given, "-token_out", "-out", out);
    return readFileSync(out);
  }

  /** What a token says, without its signature. */
  async stated(token: Buffer): Promise<Buffer> {
    const [given, out] = [this.#kept(token, "tst"), this.#kept("", "der")];
    await this.#openssl(
      "cms",
      "-verify",
      "-noverify",
      "-nosigs",
      "-inform",
      "DER",
      "-in",
      given,
      "-out",
      out,
    );
    return readFileSync(out);
  }

  /** A token of what is stated. @param flags of `openssl cms -sign` */
  async sign(
    stated: Buffer,
    signer: CertificateName,
    flags: readonly string[] = ["-cades"],
  ): Promise<Buffer> {
    const [given, out] = [this.#kept(stated, "der"), this.#kept("", "tst")];
    const chain = chainOf(signer);
    const others = chain.length === 0 ? [] : ["-certfile", this.pemOf(...chain)];
    const how = ["-nodetach", "-binary", "-md", "sha256", "-econtent_type", "1.2.840.113549.1.9.16.1.4"];
    const files = ["-outform", "DER", "-in", given, "-out", out];
    await this.#openssl("cms", "-sign", ...how, ...this.#signedBy(signer), ...others, ...flags, ...files);
    return readFileSync(out);
  }

  /** Whether `openssl ts -verify` verifies a token, as of a time. */
  async opensslVerifies(token: Buffer, sha256: string, atMs: number): Promise<boolean> {
    const given = this.#kept(token, "tst");
    const trust = ["-CAfile", this.pem("root"), "-attime", String(Math.floor(atMs / 1000))];
    try {
      await this.#openssl("ts", "-verify", "-token_in", "-in", given, "-digest", sha256, ...trust);
      return true;
    } catch {
      return false;
    }
  }

  async #issue(name: string): Promise<void> {
    const {
      issuer,
      profile,
      from = "20200101000000Z",
      to = "20491231000000Z",
      as = name,
      bits,
      digest = "sha256",
    } = CERTIFICATE_OF[name] as Certificate;
    const [file, by] = [fileOf(name), fileOf(issuer ?? name)];
    const algorithm =
      bits === undefined
        ? ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        : ["RSA", "-pkeyopt", `rsa_keygen_bits:${bits}`];
    await this.#openssl("genpkey", "-algorithm", ...algorithm, "-out", `${file}.key`);
    const subject = ["-subj", `/O=Example Ltd/CN=Example ${as}`];
    await this.#openssl("req", "-new", "-key", `${file}.key`, ...subject, "-out", `${file}.csr`);
    const given = ["-in", `${file}.csr`, "-out", `${file}.pem`, "-startdate", from, "-enddate", to];
    const signs = ["-keyfile", `${by}.key`, ...(issuer === null ? ["-selfsign"] : ["-cert", `${by}.pem`])];
    const how = ["-batch", "-notext", "-rand_serial", "-md", digest, "-extensions", fileOf(profile)];
    await this.#openssl("ca", "-config", "openssl.cnf", ...how, ...signs, ...given);
  }

  #signedBy(signer: CertificateName): string[] {
    return ["-signer", this.pem(signer), "-inkey", this.#path(`${fileOf(signer)}.key`)];
  }

  async close(): Promise<void> {
    await new Promise((closed) => this.#server?.close(closed));
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", async () => {
        const body = Buffer.concat(pieces);
        this.asked.push(body);
        const failed = (error: unknown): Answer => {
          this.failures.push(String(error));
          return { status: 500, type: "text/plain", bytes: Buffer.alloc(0) };
        };
        const answer = this.answer({ request: body, authority: this }).catch(failed);
        const { status, type, bytes, location } = await answer;
        const headers = { "Content-Type": type, ...(location === undefined ? {} : { Location: location }) };
        response.writeHead(status, headers).end(bytes);
      });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    server.unref();
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`;
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #kept(content: string | Buffer, ending: string): string {
    this.#files += 1;
    const path = this.#path(`file-${this.#files}.${ending}`);
    writeFileSync(path, content);
    return path;
  }

  async #openssl(...args: readonly string[]): Promise<void> {
    await run("openssl", args, {
      cwd: this.#folder,
      env: { PATH: process.env["PATH"], OPENSSL_CONF: "openssl.cnf" },
    });
  }
}

function profiles(): string {
  return Object.entries(PROFILES)
    .map(
      ([name, lines]) =>
        `[${fileOf(name)}]\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n${lines}\n`,
    )
    .join("");
}

function fileOf(name: string): string {
  return name.replaceAll(/[^a-z]+/gu, "-");
}

/** The certificates above one, without the root. */
function chainOf(name: CertificateName): CertificateName[] {
  const { issuer } = CERTIFICATE_OF[name] as Certificate;
  if (issuer === null) return [name];
  const above = CERTIFICATE_OF[issuer]?.issuer;
  return above === null || above === undefined
    ? []
    : [issuer as CertificateName, ...chainOf(issuer as CertificateName)];
}

/** A response of RFC 3161 that grants a token: DER by hand, as a server that is nobody's may put it together. */
export function responseWith(token: Buffer): Buffer {
  const GRANTED = Buffer.from([0x30, 0x03, 0x02, 0x01, 0x00]);
  return inSequence(Buffer.concat([GRANTED, token]));
}

function inSequence(content: Buffer): Buffer {
  const length = content.length.toString(16).padStart(8, "0");
  return Buffer.concat([Buffer.from(`3084${length}`, "hex"), content]);
}
