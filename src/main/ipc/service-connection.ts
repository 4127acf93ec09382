/** A service as it is asked, with the caller's secrets: used, never shown. */
import { inspect } from "node:util";
import type { ConnectionInput } from "../../ipc/contract.ts";

export const SECRETS = ["secretKey", "appId", "phone", "password"] as const;
/** '' where there is none. */
export type Secrets = Readonly<Record<(typeof SECRETS)[number], string>>;
export const NO_SECRETS: Secrets = { secretKey: "", appId: "", phone: "", password: "" };

/** Where a service is, and how the key stands in its header. */
type ServicePlace = Pick<ConnectionInput, "baseUrl" | "pathPrefix" | "authForm">;

/** Holds the secrets so that no printing, logging or serialising shows them. */
export class ServiceConnection {
  readonly place: ServicePlace;
  readonly #secrets: Secrets;

  constructor({ baseUrl, pathPrefix, authForm }: ServicePlace, secrets: Secrets) {
    this.place = { baseUrl, pathPrefix, authForm };
    this.#secrets = secrets;
  }

  /** For the one who asks the service, and for the keychain; nobody else. */
  secrets(): Secrets {
    return this.#secrets;
  }

  toJSON(): object {
    return { ...this.place, secrets: "[redacted]" };
  }

  [inspect.custom](): object {
    return this.toJSON();
  }
}
