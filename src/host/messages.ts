/** Parsing of a window's messages: anything undeclared is refused. */
import { z } from "zod";
import { decodeMessage } from "../ipc/codec.ts";
import type { ToHost } from "../ipc/socket.ts";
import { TieoutError } from "../core/errors.ts";

const word = z.string().max(200);
/** 256 bits as base64url. */
const secretText = z.string().regex(/^[\w-]{43}$/u);
const id = z.int().min(0);

const toHost: z.ZodType<ToHost> = z.discriminatedUnion("is", [
  z.strictObject({
    is: z.literal("hello"),
    token: secretText.nullable(),
    session: secretText.nullable(),
    nonce: secretText,
  }),
  z.strictObject({ is: z.literal("prove"), proof: secretText }),
  z.strictObject({ is: z.literal("call"), id, method: word, input: z.unknown() }),
  z.strictObject({ is: z.literal("invite"), id }),
]);

/** @throws TieoutError IPC_INVALID */
export function parseMessage(frame: Uint8Array): ToHost {
  const { success, data } = toHost.safeParse(decodeMessage(frame));
  if (!success)
    throw new TieoutError("IPC_INVALID", "A message between window and program is of an unknown kind");
  return data;
}
