import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonObject } from "@proviso/manifest";
import type { Session } from "./session.ts";
import type { RpcError } from "../protocol/message.ts";

/** What belongs to one message of a host, while it is answered. */
export interface CallContext {
  readonly session: Session;
  /** `_meta` of the host's call, for the upstream. */
  readonly meta: JsonObject;
  /** The upstream's own words for a call that failed, with which the host is answered. */
  failed?: { readonly result: JsonObject } | { readonly error: RpcError };
}

/** The stages hand a handler no connection: here it finds the one whose call it forwards. */
export const callContext: AsyncLocalStorage<CallContext> = new AsyncLocalStorage();
