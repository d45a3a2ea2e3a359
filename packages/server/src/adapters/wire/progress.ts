import type { Progress } from "@proviso/manifest";
import type { InvokeOptions } from "../../api/outcome.ts";

/** Sends the progress of one call to the client. */
export interface ProgressLine {
  readonly onProgress: NonNullable<InvokeOptions["onProgress"]>;
  /** Resolves when the client has read all progress. To be awaited before the result is sent. */
  flush(): Promise<void>;
}

export interface ProgressWay {
  /** Undefined if the client wants no progress. */
  readonly token: string | number | undefined;
  notify(params: { progressToken: string | number } & Progress): Promise<void>;
  /** Resolves when the client has read everything sent before. Absent over HTTP. */
  readonly caughtUp?: () => Promise<unknown>;
}

/**
 * Delays the result until the client has read the progress: clients of both SDKs drop progress that
 * they read from a pipe together with the result.
 */
export function progressLine({ token, notify, caughtUp }: ProgressWay): ProgressLine | undefined {
  if (token === undefined) return undefined;
  let last: Promise<void> | undefined;
  return {
    // Progress to a client that is gone is lost; the call continues.
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

/** How long to wait for the answer to a ping before the result is sent. */
export const pingMs = 1000;

/** Waits for a client that cannot be pinged: long enough to read a pipe, too short to notice. */
export async function aMoment(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
}
