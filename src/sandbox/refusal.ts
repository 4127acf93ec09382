/** Unsuccessful responses. The interface documents none, so status codes and bodies are ours. */

/** Raised by a route; the server returns it. */
export class RefusedRequest extends Error {
  /** HTTP status, and the status in the envelope. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

interface RefusalBody {
  readonly status: number;
  readonly message: string;
}

export function refusalBody(status: number, message: string): RefusalBody {
  return { status, message };
}
