/** What a stored response came from, as the link of its pull keeps it. */
import type { PullStamp, SourceOfPull } from "../../reconcile/input/pull-clocks.ts";

/** Of one response of the service. Texts are free of secrets; times are milliseconds UTC. */
export interface Provenance {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Method and path with its query, as RFC 9112 puts them on the request line. */
  readonly request: string;
  /** Status code and reason, as the status line has them. */
  readonly status: string;
  /** What the Date header states; null without one that can be read. */
  readonly serverAtMs: number | null;
  /** SHA-256 of the TLS certificate (its DER form), 64 hex digits; null on plain HTTP. */
  readonly certificateSha256: string | null;
  /** The attempt that was answered, counted from 1. */
  readonly attempt: number;
  /** By this computer's clock: when the attempt was sent, its headers were there, and its body had ended. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly endedAtMs: number;
}

/** Where a pull came from, and when. */
export interface PullOrigin extends Pick<PullStamp, "startedAtMs" | "finishedAtMs"> {
  readonly source: SourceOfPull;
  readonly baseUrl: string | null;
  /** The limit of the wallet history's request; null without one. */
  readonly limit: number | null;
}
