/** The endpoints of the interface, each defined once. */

export type EndpointName = "login" | "user" | "business" | "wallet" | "transactions";

export interface Endpoint {
  readonly name: EndpointName;
  readonly method: "GET" | "POST";
  /** Under the path prefix; where there are several, the next is tried when one is 404. */
  readonly paths: readonly [string, ...string[]];
  /** Whether the response is a list of records or one record. */
  readonly answers: "list" | "record";
}

export const ENDPOINTS: { readonly [Name in EndpointName]: Endpoint & { readonly name: Name } } = {
  login: { name: "login", method: "POST", paths: ["/user/auth/login"], answers: "record" },
  // The interface's text has the first path, its sample request the second.
  user: { name: "user", method: "GET", paths: ["/user/fetch", "/user/fetch/single"], answers: "record" },
  business: { name: "business", method: "GET", paths: ["/business/fetch"], answers: "record" },
  wallet: { name: "wallet", method: "GET", paths: ["/wallet/history"], answers: "list" },
  transactions: { name: "transactions", method: "GET", paths: ["/transaction/fetch/all"], answers: "list" },
};
