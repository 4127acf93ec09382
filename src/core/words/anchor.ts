/** Time stamps in words: what an authority outside says existed, and by when. */
import { excerpt } from "../excerpt.ts";
import { sayInstant } from "../time.ts";

/** What a token says of a link of the audit trail. */
export interface StampedLink {
  /** The number of the link whose hash was stamped. */
  readonly link: number;
  /** The authority's time, milliseconds UTC. */
  readonly statedAtMs: number;
  /** By the name in its certificate. */
  readonly authority: string;
}

/** A token that was verified. */
export interface ProvenAnchor extends StampedLink {
  /** The link that keeps the token. */
  readonly keptIn: number;
  /** Of the token, 64 hex digits. */
  readonly tokenSha256: string;
  /** Of the certificate that its path ends with, 64 hex digits. */
  readonly rootSha256: string;
  /** Whether somebody who verifies gave this root; else it is the one that the ledger keeps. */
  readonly isTrusted: boolean;
}

/** Without the full stop. @example `Link 12 existed by 2026-11-30 10:04:11 UTC, says Example TSA` */
export function stampedWords({ link, statedAtMs, authority }: StampedLink): string {
  return `Link ${link} existed by ${sayInstant(statedAtMs)}, says ${excerpt(authority)}`;
}

/** The same of a verified token, with what is to be compared; without the full stop. */
export function anchorSentence({ rootSha256, isTrusted, ...stamped }: ProvenAnchor): string {
  const root = `SHA-256 ${rootSha256}`;
  return isTrusted
    ? `${stampedWords(stamped)} (token verified; its root is one of those given, ${root})`
    : `${stampedWords(stamped)} (token verified; its root is ${root}; compare it)`;
}
