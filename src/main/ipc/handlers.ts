/** One function per method of the contract: what goes in is parsed already, what comes out is parsed after. */
import type { Output, Parsed } from "../../ipc/contract.ts";
import type { MethodName } from "../../ipc/methods.ts";

export type Handler<M extends MethodName> = (input: Parsed<M>) => Promise<Output<M>> | Output<M>;

/** The handlers of some methods; of all of them where none is named. */
export type Handlers<M extends MethodName = MethodName> = { readonly [Name in M]: Handler<Name> };
