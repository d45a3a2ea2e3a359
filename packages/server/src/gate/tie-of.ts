import type { ServerOptions } from "../api/options.ts";

/** The audit trail could not be tied to the store. `cause` is the reason. */
export class NotTied extends Error {
  override readonly name = "NotTied";
}

/** Ties trail and store. Rejects with `NotTied` if one of them was put back to an older day. */
export function tieOf({ audit, store }: Pick<ServerOptions<never>, "audit" | "store">): () => Promise<void> {
  return async () => {
    if (!store?.isDurable) return;
    try {
      await audit?.tie?.(store);
    } catch (cause) {
      throw new NotTied("the audit trail could not be tied to the store", { cause });
    }
  };
}
