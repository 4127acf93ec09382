/** Errors for failed responses, by status. The interface names none; these are HTTP's meanings. */
import type { TieoutError } from "../../../core/errors.ts";
import { SERVICE_FAILED_REMEDY } from "../../../core/remedies.ts";
import type { Endpoint } from "./endpoints.ts";
import { messageAfter } from "./envelope.ts";
import type { ServiceResponse } from "./exchange.ts";
import { type Origin, payloadError } from "../origin.ts";
import { loginUnknown } from "./transport.ts";

type RefusedResponse = Extract<ServiceResponse<unknown>, { readonly accepted: false }>;

/** The error for a response that is no success, with the service's message if it has one. */
export function refusalError(endpoint: Endpoint, refusal: RefusedResponse, origin: Origin): TieoutError {
  const { status, isStated } = refusal;
  const said = `(${isStated ? "status" : "HTTP"} ${status})${messageAfter(": ", refusal.body, origin)}`;
  if (status === 429) {
    return payloadError("NET_RATE_LIMITED", `The service received too many requests ${said}`, origin);
  }
  const isOther = status < 400;
  if (endpoint.name === "login") {
    if ([400, 401, 403, 422].includes(status)) {
      return payloadError("LOGIN_REFUSED", `The service refused the login ${said}`, origin);
    }
    if (status >= 500 || isOther) return loginUnknown(`The service failed ${said}`, origin.name);
  }
  if (status === 401 || status === 403) {
    return payloadError("AUTH_EXPIRED", `The service no longer accepts the credentials ${said}`, origin);
  }
  const sentence = isOther
    ? `The service responded with HTTP ${status}, but only 200 is a success`
    : `The service responded with an error ${said}`;
  return payloadError(
    "SERVICE_ERROR",
    sentence,
    origin,
    status < 500 ? {} : { remedy: SERVICE_FAILED_REMEDY },
  );
}
