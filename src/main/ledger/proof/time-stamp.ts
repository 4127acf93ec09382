/**
 * Time stamps of RFC 3161: what is asked of an authority, and whether a token proves what it says. ASN.1 and the signature
 * are read by pkijs, certificates by OpenSSL, which Node has. Both take long to load: so this file is loaded where there is a token.
 */
import { X509Certificate, hash } from "node:crypto";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import { TieoutError } from "../../../core/errors.ts";
import { excerpt } from "../../../core/excerpt.ts";
import { sayInstant } from "../../../core/time.ts";

// Object identifiers.

const SHA256 = "2.16.840.1.101.3.4.2.1";
/** Hashes that hold. */
const SOUND_HASHES: ReadonlyMap<string, string> = new Map([
  [SHA256, "sha256"],
  ["2.16.840.1.101.3.4.2.2", "sha384"],
  ["2.16.840.1.101.3.4.2.3", "sha512"],
]);
/** Signatures over MD2, MD5 and SHA-1, which somebody may have made for another content. */
const UNSOUND_SIGNATURES: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.1.2",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.1.1.5",
  "1.2.840.10045.4.1",
  "1.2.840.10040.4.3",
]);
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12";
const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
const ANY_PURPOSE = "2.5.29.37.0";
const PURPOSES = "2.5.29.37";
const BASIC_CONSTRAINTS = "2.5.29.19";
const NAME_CONSTRAINTS = "2.5.29.30";
const KEY_USAGE = "2.5.29.15";
/** Of the bits of key usage: signatures, and those that cannot be denied. */
const SIGNS = 0xc0;
const POLICIES = "2.5.29.32";
/** What is looked at here; policies limit nothing that is. */
const UNDERSTOOD: ReadonlySet<string> = new Set([BASIC_CONSTRAINTS, KEY_USAGE, PURPOSES, POLICIES]);

function invalid(sentence: string): TieoutError {
  return new TieoutError("TIME_STAMP_INVALID", sentence);
}

/** @throws TieoutError TIME_STAMP_INVALID with the sentence where it does not hold */
function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw invalid(sentence);
}

/** Runs what reads foreign ASN.1. @throws TieoutError TIME_STAMP_INVALID, whatever the libraries throw */
async function reading<T>(what: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw invalid(`${what} cannot be read`);
  }
}

/** One value of ASN.1 that ends where the bytes end. */
function wholeValue(bytes: Uint8Array, what: string): asn1js.BaseBlock {
  // A copy: the library keeps parts of what it is given.
  const { offset, result } = asn1js.fromBER(Uint8Array.from(bytes).buffer);
  must(offset === bytes.length, `${what} is cut short, or is no ASN.1`);
  return result;
}

// What is asked, and what is answered.

/** What an authority is asked: a time stamp of a SHA-256, with its certificates. @param nonce returned in the token */
export function timeStampRequest(sha256: string, nonce: bigint): Uint8Array {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: SHA256,
        algorithmParams: new asn1js.Null(),
      }),
      hashedMessage: new asn1js.OctetString({ valueHex: Uint8Array.from(Buffer.from(sha256, "hex")).buffer }),
    }),
    nonce: asn1js.Integer.fromBigInt(nonce),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

const STATUS_WORDS = [
  "granted",
  "granted with modifications",
  "rejection",
  "waiting",
  "revocation warning",
  "revocation notification",
] as const;

const GRANTED: ReadonlySet<number> = new Set([0, 1]);

const FAILURES: ReadonlyMap<number, string> = new Map([
  [0, "it does not support the hash"],
  [2, "it does not permit the request"],
  [5, "it cannot read the request"],
  [14, "its clock is not available"],
  [15, "it does not support the policy"],
  [16, "it does not support an extension"],
  [17, "it cannot give what was asked beside"],
  [25, "its system failed"],
]);

/**
 * The token in an authority's response, DER.
 *
 * @throws TieoutError TIME_STAMP_REFUSED where it grants none; TIME_STAMP_INVALID for what is no response
 */
export async function tokenIn(response: Uint8Array): Promise<Uint8Array> {
  const what = "The authority's response";
  return reading(what, () => {
    const value = wholeValue(response, what);
    const { status, timeStampToken } = new pkijs.TimeStampResp({ schema: value });
    if (!GRANTED.has(status.status)) throw refusal(status);
    const [, token] = (value as asn1js.Sequence).valueBlock.value;
    must(
      timeStampToken !== undefined && token !== undefined,
      "The authority granted a time stamp and sent none",
    );
    return Uint8Array.from(token.valueBeforeDecodeView);
  });
}

function refusal({ status: code, statusStrings = [], failInfo }: pkijs.PKIStatusInfo): TieoutError {
  const bits = failInfo === undefined ? [] : bitsOf(failInfo.valueBlock.valueHexView);
  const why = bits.map((bit) => FAILURES.get(bit) ?? `failure ${bit}`);
  const said = statusStrings.map(({ valueBlock }) => excerpt(valueBlock.value)).filter((one) => one !== "");
  const reasons = [...why, ...said.map((one) => `it says “${one}”`)];
  const words = `The time-stamp authority refused (status ${code}, ${STATUS_WORDS[code] ?? "unknown"})`;
  return new TieoutError(
    "TIME_STAMP_REFUSED",
    reasons.length === 0 ? words : `${words}: ${reasons.join("; ")}`,
  );
}

/** The numbers of the bits that are set, from the first on. */
function bitsOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte, at) =>
    Array.from({ length: 8 }, (_, bit) => bit).flatMap((bit) => ((byte << bit) & 0x80 ? [at * 8 + bit] : [])),
  );
}

// Certificates.

/** More of them in a token are not looked at. */
const MOST_CERTIFICATES = 50;

/** Certificates that somebody trusts, and others that may lie on a path to them. */
export interface Trust {
  readonly roots: readonly X509Certificate[];
  readonly others: readonly X509Certificate[];
}

/** @throws TieoutError TIME_STAMP_INVALID for a file without a root certificate */
export async function trustIn(pem: string): Promise<Trust> {
  return reading("A certificate of the file", () => {
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu) ?? [];
    must(blocks.length > 0, "The file has no certificate in PEM (BEGIN CERTIFICATE)");
    const all = blocks.map((block) => new X509Certificate(block));
    const [roots, others] = [all.filter(isSelfSigned), all.filter((one) => !isSelfSigned(one))];
    must(roots.length > 0, "The file has no root: none of its certificates is signed by itself");
    return { roots, others };
  });
}

/** The path that a ledger keeps: its last certificate is taken for the root, which proves nothing of whose it is. */
export async function keptTrust(certificates: readonly Uint8Array[]): Promise<Trust> {
  return reading("A certificate of the path", () => {
    must(certificates.length > 0, "The path to the authority's root is missing");
    must(certificates.length <= MOST_CERTIFICATES, "The path to the authority's root is too long");
    const path = certificates.map((der) => new X509Certificate(der));
    return { roots: path.slice(-1), others: path.slice(0, -1) };
  });
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return isIssuedBy(certificate, certificate);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    // A key of a kind that OpenSSL does not know signs nothing.
    return false;
  }
}

/** What of a certificate OpenSSL does not give. */
function parsedCertificate({ raw }: X509Certificate): pkijs.Certificate {
  return new pkijs.Certificate({ schema: wholeValue(raw, "A certificate") });
}

function purposesOf({ extensions = [] }: pkijs.Certificate) {
  const found = extensions.filter(({ extnID }) => extnID === PURPOSES);
  return found.map(({ critical, parsedValue }) => ({
    isCritical: critical,
    of: (parsedValue as pkijs.ExtKeyUsage).keyPurposes,
  }));
}

const LEAST_RSA_BITS = 2048;

/** Why a certificate may not sign anything that is relied on; null where it may. @param isRoot its own signature proves nothing */
function whyUnsound(certificate: X509Certificate, parsed: pkijs.Certificate, isRoot: boolean): string | null {
  const { modulusLength } = certificate.publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < LEAST_RSA_BITS)
    return `has a key of ${modulusLength} bits, which is too short`;
  if (!isRoot && UNSOUND_SIGNATURES.has(parsed.signatureAlgorithm.algorithmId))
    return "is signed by way of a broken hash";
  const { extensions = [] } = parsed;
  const foreign = extensions.find(({ critical, extnID }) => critical && !UNDERSTOOD.has(extnID));
  const limiting = foreign ?? extensions.find(({ extnID }) => extnID === NAME_CONSTRAINTS);
  return limiting === undefined ? null : `is limited in a way that is not checked here (${limiting.extnID})`;
}

/** Why a certificate may not have issued another one at a time. @param between how many authorities lie below it */
function whyNoIssuer(issuer: X509Certificate, between: number, atMs: number, isRoot: boolean): string | null {
  const parsed = parsedCertificate(issuer);
  const unsound = whyUnsound(issuer, parsed, isRoot);
  if (unsound !== null) return unsound;
  if (!isValidAt(issuer, atMs)) return notValidWords(issuer, atMs);
  if (!issuer.ca) return "may not issue certificates";
  const limits = parsed.extensions?.find(({ extnID }) => extnID === BASIC_CONSTRAINTS);
  const most = (limits?.parsedValue as pkijs.BasicConstraints | undefined)?.pathLenConstraint;
  if (most !== undefined && Number(integerOf(most)) < between)
    return "may not issue to so many authorities below it";
  const isLimited = purposesOf(parsed).some(
    ({ of }) => !of.includes(TIME_STAMPING) && !of.includes(ANY_PURPOSE),
  );
  return isLimited ? "may not issue certificates for time stamps" : null;
}

function integerOf(value: number | asn1js.Integer): bigint {
  return typeof value === "number" ? BigInt(value) : value.toBigInt();
}

function isValidAt({ validFrom, validTo }: X509Certificate, atMs: number): boolean {
  return Date.parse(validFrom) <= atMs && atMs <= Date.parse(validTo);
}

function notValidWords({ validFrom, validTo }: X509Certificate, atMs: number): string {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)].map((at) => sayInstant(at));
  return `is valid from ${from} to ${to}, and not at ${sayInstant(atMs)}`;
}

/**
 * The shortest path from a certificate's issuer to a trusted root, each of them valid at a time.
 *
 * @param others that may lie between
 * @throws TieoutError TIME_STAMP_INVALID saying why there is none
 */
function pathFrom(signer: X509Certificate, trust: Trust, others: readonly X509Certificate[], atMs: number) {
  let why: string | null = null;
  const reached = new Set([signer.fingerprint256]);
  // The shortest come first: what is reached once need not be reached again.
  const waiting: (readonly X509Certificate[])[] = [[signer]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const last = path.at(-1) as X509Certificate;
    const between = path.length - 1;
    const admitted = (one: X509Certificate, isRoot: boolean): boolean => {
      if (!isIssuedBy(last, one)) return false;
      const refused = whyNoIssuer(one, between, atMs, isRoot);
      if (refused !== null) why ??= `${nameOf(one)} ${refused}`;
      return refused === null;
    };
    const root = trust.roots.find((one) => admitted(one, true));
    if (root !== undefined) return [...path.slice(1), root];
    for (const one of [...others, ...trust.others]) {
      if (reached.has(one.fingerprint256) || !admitted(one, false)) continue;
      reached.add(one.fingerprint256);
      waiting.push([...path, one]);
    }
  }
  const reason = why ?? "none of the roots has issued it, nor a certificate that comes with it";
  throw invalid(`The authority's certificate leads to no trusted root: ${reason}`);
}

/** @example `Example Time Stamps 2026, Example Ltd` */
function nameOf(certificate: X509Certificate): string {
  const { CN, O } = certificate.toLegacyObject().subject as Readonly<Record<string, unknown>>;
  const names = [CN, O].flat().filter((one) => typeof one === "string" && one.trim() !== "");
  return (
    excerpt(names.length === 0 ? certificate.subject : [...new Set(names)].join(", ")) ||
    "A nameless certificate"
  );
}

// Tokens.

/** What a token was verified to say. */
export interface VerifiedToken {
  /** Milliseconds UTC, by the authority's clock. */
  readonly statedAtMs: number;
  readonly authority: string;
  /** From the issuer of the certificate that signed up to the root, DER each. */
  readonly path: readonly Uint8Array[];
  /** Of the root, 64 hex digits. */
  readonly rootSha256: string;
}

/** What a token is held against. */
export interface TokenClaim {
  /** The bytes whose SHA-256 was stamped. */
  readonly stamped: Uint8Array;
  /** The one that was sent; null where nobody knows it any more. */
  readonly nonce: bigint | null;
  readonly trust: Trust;
}

/**
 * Verifies a token: what it is of, who signed it, for which purpose the certificate is, and that its path to a trusted root was
 * valid at the token's own time. No clock of this computer is asked.
 *
 * @throws TieoutError TIME_STAMP_INVALID with the first thing that is wrong
 */
export async function verifyToken(token: Uint8Array, claim: TokenClaim): Promise<VerifiedToken> {
  return reading("The time stamp", async () => {
    const content = new pkijs.ContentInfo({ schema: wholeValue(token, "The time stamp") });
    must(content.contentType === pkijs.ContentInfo.SIGNED_DATA, "The time stamp is not signed");
    const signed = new pkijs.SignedData({ schema: content.content as asn1js.Sequence });
    const said = statedIn(signed);
    checkStated(said, claim);
    const signer = await signerOf(signed, claim.stamped);
    const statedAtMs = said.genTime.getTime();
    const parsed = parsedCertificate(signer);
    checkPurpose(parsed);
    const unsound = whyUnsound(signer, parsed, false);
    must(unsound === null, `The authority's certificate ${unsound}`);
    must(isValidAt(signer, statedAtMs), `The authority's certificate ${notValidWords(signer, statedAtMs)}`);
    const path = pathFrom(signer, claim.trust, certificatesIn(signed), statedAtMs);
    return {
      statedAtMs,
      authority: nameOf(signer),
      path: path.map(({ raw }) => raw),
      rootSha256: hash("sha256", path.at(-1)?.raw ?? Buffer.alloc(0), "hex"),
    };
  });
}

function statedIn({ encapContentInfo }: pkijs.SignedData): pkijs.TSTInfo {
  const { eContentType, eContent } = encapContentInfo;
  must(
    eContentType === pkijs.id_eContentType_TSTInfo && eContent !== undefined,
    "What was signed is no time stamp",
  );
  const value = wholeValue(new Uint8Array(eContent.getValue()), "The time stamp");
  const times = (value as asn1js.Sequence).valueBlock.value.filter(
    (one) => one instanceof asn1js.GeneralizedTime,
  );
  // Without the Z it would be a time of whatever zone the reader is in.
  const [written = ""] = times.map(({ valueBlock }) =>
    Buffer.from(valueBlock.valueHexView).toString("latin1"),
  );
  const isUtc = times.length === 1 && /^\d{14}(?:\.\d+)?Z$/u.test(written);
  must(isUtc, "The time stamp states its time in another way than RFC 3161 says");
  return new pkijs.TSTInfo({ schema: value });
}

function checkStated(said: pkijs.TSTInfo, { stamped, nonce }: TokenClaim): void {
  const { hashAlgorithm, hashedMessage } = said.messageImprint;
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView).toString("hex");
  must(said.version === 1, "The time stamp is of a version that is not known");
  must(
    hashAlgorithm.algorithmId === SHA256 && imprint === hash("sha256", stamped, "hex"),
    "The time stamp is of something else: it has another imprint",
  );
  must(
    nonce === null || said.nonce?.toBigInt() === nonce,
    "The time stamp answers another request: it has another nonce",
  );
  must(
    said.extensions?.some(({ critical }) => critical) !== true,
    "The time stamp is limited in a way that is not checked here",
  );
}

/** The certificate that signed. @throws TieoutError TIME_STAMP_INVALID where none did */
async function signerOf(signed: pkijs.SignedData, stamped: Uint8Array): Promise<X509Certificate> {
  const [signer, ...others] = signed.signerInfos;
  must(signer !== undefined && others.length === 0, "The time stamp is not signed by one authority");
  const attributes = signer.signedAttrs?.attributes ?? [];
  const valueOf = (type: string): asn1js.BaseBlock | undefined => {
    const found = attributes.filter((one) => one.type === type);
    must(found.length < 2, "The time stamp says the same twice");
    return (found[0]?.values as readonly asn1js.BaseBlock[] | undefined)?.[0];
  };
  const type = valueOf(CONTENT_TYPE);
  must(
    type instanceof asn1js.ObjectIdentifier && type.getValue() === pkijs.id_eContentType_TSTInfo,
    "What was signed is no time stamp",
  );
  const { digestAlgorithm, signatureAlgorithm } = signer;
  must(
    SOUND_HASHES.has(digestAlgorithm.algorithmId) && !UNSOUND_SIGNATURES.has(signatureAlgorithm.algorithmId),
    "The time stamp is signed by way of a hash that does not hold",
  );
  const { signatureVerified, signerCertificate } = await signatureIn(signed, stamped);
  must(signatureVerified === true && signerCertificate instanceof pkijs.Certificate, WRONG_SIGNATURE);
  const certificate = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER()));
  const named = [SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2].flatMap((one) => {
    const attribute = valueOf(one);
    return attribute === undefined ? [] : [namesCertificate(one, attribute, certificate)];
  });
  must(named.length > 0, "The time stamp does not say which certificate signed it");
  must(!named.includes(false), "The time stamp names another certificate than the one that signed it");
  return certificate;
}

const WRONG_SIGNATURE = "The signature of the time stamp is not one of the certificate that comes with it";

async function signatureIn(signed: pkijs.SignedData, stamped: Uint8Array) {
  try {
    const data = Uint8Array.from(stamped).buffer;
    return await signed.verify({ signer: 0, data, checkChain: false, extendedMode: true });
  } catch {
    throw invalid(WRONG_SIGNATURE);
  }
}

/** Whether the first certificate that an attribute names, by RFC 2634 (SHA-1) or RFC 5035, is a given one. */
function namesCertificate(type: string, attribute: asn1js.BaseBlock, { raw }: X509Certificate): boolean {
  const [first] = childrenOf(childrenOf(attribute)[0]);
  const parts = childrenOf(first);
  const named = parts.find((one) => one instanceof asn1js.OctetString);
  if (named === undefined) return false;
  const [algorithm] = childrenOf(parts[0]);
  const stated = algorithm instanceof asn1js.ObjectIdentifier ? algorithm.getValue() : SHA256;
  const name = type === SIGNING_CERTIFICATE ? "sha1" : SOUND_HASHES.get(stated);
  return name !== undefined && hash(name, raw, "buffer").equals(Buffer.from(named.valueBlock.valueHexView));
}

function childrenOf(value: asn1js.BaseBlock | undefined): readonly asn1js.BaseBlock[] {
  return value instanceof asn1js.Constructed ? value.valueBlock.value : [];
}

function certificatesIn({ certificates = [] }: pkijs.SignedData): X509Certificate[] {
  return certificates
    .filter((one) => one instanceof pkijs.Certificate)
    .slice(0, MOST_CERTIFICATES)
    .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())));
}

/** An authority's certificate is for time stamps and nothing else, and says so to those who do not know what that is. */
function checkPurpose(parsed: pkijs.Certificate): void {
  const [purposes, ...others] = purposesOf(parsed);
  const isForThat = purposes?.of.length === 1 && purposes.of[0] === TIME_STAMPING && others.length === 0;
  must(isForThat, "The certificate that signed is not one for time stamps alone");
  must(
    purposes.isCritical,
    "The certificate that signed does not mark as critical that it is for time stamps",
  );
  const usage = parsed.extensions?.find(({ extnID }) => extnID === KEY_USAGE)?.parsedValue as
    | asn1js.BitString
    | undefined;
  const maySign = usage === undefined || ((usage.valueBlock.valueHexView[0] ?? 0) & SIGNS) !== 0;
  must(maySign, "The certificate that signed may not sign");
}
