// A host that wraps the transport of each session, as the gateway does.
import { expect, test } from "vitest";
import { http1, http2, listen } from "./http-bench.ts";

interface Wrapped {
  onmessage?: (message: { readonly method?: string }, extra?: unknown) => void;
}

test("a wrapped transport sees each message of its session, and passes it on as it likes", async () => {
  const seen: (string | undefined)[][] = [];
  const { connect, ran } = await listen(http1, {
    http: {
      around(transport) {
        const methods: (string | undefined)[] = [];
        seen.push(methods);
        const wrapped = transport as typeof transport & Wrapped;
        const inner: typeof wrapped = {
          async start() {
            // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
            wrapped.onmessage = (message, extra) => {
              methods.push(message.method);
              inner.onmessage?.(message, extra);
            };
            await wrapped.start();
          },
          send: (message, options) => wrapped.send(message, options),
          close: () => wrapped.close(),
        };
        return inner;
      },
    },
  });
  const [one, other] = [await connect("anna"), await connect("ben")];
  await one.request("tools/list");
  await other.call({ name: "notes.create", arguments: { text: "x" } });
  expect(seen).toEqual([
    ["initialize", "notifications/initialized", "tools/list"],
    ["initialize", "notifications/initialized", "tools/call"],
  ]);
  expect(ran).toHaveLength(1);
});

test("the 2.x adapter refuses to wrap, because its clients of 2026-07-28 have no session", async () => {
  await expect(listen(http2, { http: { around: (transport) => transport } })).rejects.toThrow("`sdk: 1`");
});
