/**
 * One more tab gets in by knocking: a page of the same origin that is in already asks the host for a one-time
 * token and passes it on. Pages of any other origin, another port's among them, hear and say nothing here.
 */
import { TOKEN_MARK } from "../ipc/socket.ts";

const CHANNEL = "tieout.tabs";
/** How long an answer takes at most, milliseconds; pages in the background are slow. */
const WITHIN_MS = 1500;

type TabMessage =
  | { readonly is: "knock"; readonly id: string }
  | { readonly is: "open"; readonly id: string; readonly token: string };

/** @returns a token, null when nobody answers */
export async function knock(): Promise<string | null> {
  const channel = new BroadcastChannel(CHANNEL);
  const id = crypto.randomUUID();
  const answered = new Promise<string | null>((resolve) => {
    setTimeout(() => resolve(null), WITHIN_MS);
    channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
      if (data.is === "open" && data.id === id) resolve(data.token);
    });
  });
  say(channel, { is: "knock", id });
  const token = await answered;
  channel.close();
  return token;
}

/** @param invite an address that lets one more window in, null while this page is not in itself */
export function answerKnocks(invite: () => Promise<string | null>): void {
  const channel = new BroadcastChannel(CHANNEL);
  const answer = async ({ data }: MessageEvent<TabMessage>) => {
    if (data.is !== "knock") return;
    const address = await invite();
    const token = address?.split(TOKEN_MARK)[1];
    if (token !== undefined) say(channel, { is: "open", id: data.id, token });
  };
  channel.addEventListener("message", (event: MessageEvent<TabMessage>) => {
    void answer(event);
  });
}

function say(channel: BroadcastChannel, said: TabMessage): void {
  channel.postMessage(said);
}
