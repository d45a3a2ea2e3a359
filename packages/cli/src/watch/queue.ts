import { EventEmitter, once } from "node:events";

/** Collects changes until none has come for a moment, and then delivers them together. */
export interface ChangeQueue {
  readonly add: (path: string) => void;
  /** Waits for a change. The paths are sorted; undefined once the queue is closed. */
  next(): Promise<readonly string[] | undefined>;
  close(): void;
}

/** Editors write a file in several steps. */
const watchQuietMs = 5;

export function createQueue(): ChangeQueue {
  const paths = new Set<string>();
  const events = new EventEmitter();
  let state: "waiting" | "ready" | "closed" = "waiting";
  let timer: NodeJS.Timeout | undefined;
  return {
    add(path) {
      if (state === "closed") return;
      paths.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => {
        state = "ready";
        events.emit("wake");
      }, watchQuietMs);
    },
    async next() {
      if (state === "waiting") await once(events, "wake");
      if (state === "closed") return undefined;
      state = "waiting";
      const changed = [...paths].toSorted();
      paths.clear();
      return changed;
    },
    close() {
      clearTimeout(timer);
      state = "closed";
      events.emit("wake");
    },
  };
}
