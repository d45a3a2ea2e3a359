/** Tells open pages that something has changed. */
export interface LiveEvents {
  /**
   * A stream of server-sent events: `changed` at first and whenever `look` has another result,
   * `ended` once it has none. Undefined if too many are open, for all or for this owner.
   */
  open(owner: string, look: () => Promise<string | undefined>): ReadableStream<Uint8Array> | undefined;
  /** Ends all streams. */
  close(): void;
}

/** Other processes decide as well, so the store is looked at. */
const everyMs = 1500;
const maxStreams = 200;
/** So that nobody takes the streams of all others. */
const maxStreamsOfOne = 8;

export function liveEvents(): LiveEvents {
  const endings = new Map<() => void, string>();
  return {
    open(owner, look) {
      const own = [...endings.values()].filter((each) => each === owner);
      if (endings.size >= maxStreams || own.length >= maxStreamsOfOne) return undefined;
      let end: (() => void) | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const ending = follow(look, controller, () => endings.delete(ending));
          endings.set(ending, owner);
          end = ending;
        },
        cancel: () => end?.(),
      });
    },
    close: () => [...endings.keys()].forEach((end) => end()),
  };
}

function follow(
  look: () => Promise<string | undefined>,
  controller: ReadableStreamDefaultController<Uint8Array>,
  onEnd: () => void,
): () => void {
  let last: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;
  const send = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    onEnd();
    try {
      controller.close();
    } catch {
      // The client has closed it.
    }
  };
  const turn = async (): Promise<void> => {
    const now = await look().catch(() => last);
    if (!isOpen) return;
    if (now === undefined && last !== undefined) send("event: ended\ndata:\n\n");
    if (now === undefined) return end();
    // A comment keeps connections open, and finds those that are gone.
    send(now === last ? ":\n\n" : "event: changed\ndata:\n\n");
    last = now;
    timer = setTimeout(() => void turn(), everyMs);
    timer.unref();
  };
  void turn();
  return end;
}
