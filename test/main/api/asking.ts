/** A client and the servers it talks to, for one test; all are closed when it ends. */
import { onTestFinished } from "vitest";
import { type ClientSettings, ServiceClient } from "../../../src/main/api/http/client.ts";
import { Credentials } from "../../../src/main/api/http/secret.ts";
import { Loopback, type Reply, type SELF_SIGNED, answer } from "../../helpers/loopback.ts";
import {
  envelope,
  histories,
  wireBusiness,
  wireEntry,
  wireLoginUser,
  wireTransaction,
  wireUser,
} from "../../helpers/wire-records.ts";
import { CANARY } from "./secrecy.ts";

export const credentials = new Credentials(CANARY);
export const NOW_MS = Date.UTC(2026, 10, 21);

/** Two entries, newest first. */
export const WALLET = histories([
  wireEntry({ walletID: 2, balance: 1000 }),
  wireEntry({ walletID: 1, balance: 500 }),
]);

export async function serve(reply: Reply, tls?: typeof SELF_SIGNED): Promise<Loopback> {
  const server = await Loopback.start(reply, tls);
  onTestFinished(() => server.stop());
  return server;
}

export interface Asking {
  readonly client: ServiceClient;
  /** How long it waited before each new attempt, milliseconds; it does not really wait. */
  readonly waits: readonly number[];
}

export function ask(baseUrl: string, settings: Partial<ClientSettings> = {}): Asking {
  const waits: number[] = [];
  const client = new ServiceClient({
    baseUrl,
    credentials,
    patience: {
      random: () => 0.5,
      sleep: async (ms) => {
        waits.push(ms);
      },
      now: () => NOW_MS,
    },
    ...settings,
  });
  onTestFinished(() => client.dispose());
  return { client, waits };
}

export function clientOf(baseUrl: string, settings: Partial<ClientSettings> = {}): ServiceClient {
  return ask(baseUrl, settings).client;
}

/** A server that answers everything alike. */
export function always(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return (_request, socket) => {
    answer(socket, status, body, headers);
  };
}

/** A server that writes bytes and closes. */
export function writes(wire: string | Uint8Array): Reply {
  return (_request, socket) => {
    socket.end(wire);
  };
}

export type Route = "login" | "user" | "business" | "wallet" | "transactions";

const ROUTES: Readonly<Record<string, Route>> = {
  "/user/auth/login": "login",
  "/user/fetch": "user",
  "/business/fetch": "business",
  "/wallet/history": "wallet",
  "/transaction/fetch/all": "transactions",
};

const BODIES: Readonly<Record<Route, string>> = {
  login: envelope({
    user: wireLoginUser({ token: CANARY.token, invite_url: `https://x.example/${CANARY.token}` }),
  }),
  user: envelope({ user: wireUser({ token: CANARY.token }) }),
  business: envelope({ business: wireBusiness() }),
  wallet: WALLET,
  transactions: histories([wireTransaction()]),
};

/** The service, with other bodies or other manners for some of its routes. */
export function serviceWith(
  others: Readonly<Partial<Record<Route, string | Uint8Array | Reply>>> = {},
): Reply {
  return (request, socket) => {
    const [path = ""] = request.path.split("?");
    const route = ROUTES[path.replace("/sandbox/index", "")];
    if (route === undefined) return answer(socket, 404, '{"status":404,"message":"no such path"}');
    const other = others[route] ?? BODIES[route];
    if (typeof other === "function") return other(request, socket);
    return answer(socket, 200, other);
  };
}
