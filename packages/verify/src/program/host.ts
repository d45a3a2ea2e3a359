import process from "node:process";
import { processStreams, type ProcessStreams } from "@proviso/terminal";

export interface VerifyHost extends ProcessStreams {
  readonly cwd: string;
  /** Calls back when the user asks the run to stop. Returns how to stop listening. */
  onInterrupt(stop: () => void): () => void;
}

export function processHost(): VerifyHost {
  const signals = ["SIGINT", "SIGTERM"] as const;
  return {
    ...processStreams(),
    cwd: process.cwd(),
    onInterrupt(stop) {
      for (const signal of signals) process.once(signal, stop);
      return () => signals.forEach((signal) => process.off(signal, stop));
    },
  };
}
