import type { InvokeOptions, Progress } from "../../api/outcome.ts";

/** The progress of one call on its way to the client. */
export interface ProgressLine {
  /** Absent if the client wants none. */
  readonly onProgress?: NonNullable<InvokeOptions["onProgress"]>;
  /** To be awaited before the result is sent. */
  flush(): Promise<void>;
}

export interface ProgressWay {
  /** Absent if the client wants no progress. */
  readonly token: string | number | undefined;
  notify(params: { progressToken: string | number } & Progress): Promise<void>;
  /** Resolves once the client has read all that was sent before; absent where it reads message by message, as over HTTP. */
  readonly caughtUp?: () => Promise<unknown>;
}

/**
 * Clients of both SDKs drop progress that they read from a pipe in one go with the result. So the result waits until the
 * client has read the progress before it.
 */
export function progressLine({ token, notify, caughtUp }: ProgressWay): ProgressLine {
  if (token === undefined) return { flush: async () => {} };
  let last: Promise<void> | undefined;
  return {
    // A client that is gone misses its progress; the call goes on.
    onProgress: (progress) => {
      last = notify({ progressToken: token, ...progress }).catch(() => {});
    },
    async flush() {
      if (!last || !caughtUp) return;
      await last;
      await caughtUp().catch(() => {});
    },
  };
}

/** How long a client may take to answer a ping before it gets its result all the same. */
export const pingMs = 1000;

/** For a client that cannot be pinged: long enough for it to read a pipe, too short for anybody to notice. */
export async function aMoment(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
