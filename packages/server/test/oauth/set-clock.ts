import { onTestFinished, vi } from "vitest";

/** Time passes for the server, and not for the connections. */
export function setClock(): { advance(ms: number): void } {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (ms) => void vi.advanceTimersByTime(ms) };
}
