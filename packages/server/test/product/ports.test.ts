import { expect, expectTypeOf, test } from "vitest";
import type { HandlersOf } from "../../src/api/typed-handlers.ts";
import {
  createProductServer,
  type ProductOptions,
  type ProductServer,
} from "../../src/serve/product-server.ts";
import { memoryState } from "../../src/state/memory-state.ts";
import { anna, manifest, tool } from "../sample.ts";
import type { NotesTools } from "./note-server.ts";

// What `proviso generate` writes for one tool.
interface Tools {
  readonly notes: Pick<NotesTools, "create">;
}
function createNoteServer<Ports = object>(options: ProductOptions<Tools, Ports>): ProductServer<Tools> {
  const toolNames = { notes: { create: "notes.create" } };
  return createProductServer<Tools, Ports>({ manifest: manifest(tool()), toolNames }, options);
}

interface Clerk {
  readonly clerk: { write(text: string): string };
}
const notes: HandlersOf<Tools["notes"], Clerk> = {
  create: ({ text }, { ports }) => ({ id: ports.clerk.write(text) }),
};

test("a handler gets the ports of its host", async () => {
  const app = createNoteServer({
    handlers: { notes },
    ports: (mode, principal) => ({ clerk: { write: (text) => `${text} ${mode} ${principal.id}` } }),
    ...memoryState(),
  });
  expect(await app.as(anna).notes.create({ text: "a" })).toEqual({ id: "a execute anna" });
});

test("ports may be left out if the handlers use none", async () => {
  const app = createNoteServer({
    handlers: {
      notes: {
        create({ text }, { ports, principal }) {
          expectTypeOf(ports).toEqualTypeOf<object>();
          expect(ports).toEqual({});
          return { id: `${text} ${principal.id}` };
        },
      },
    },
    ...memoryState(),
  });
  expect(await app.as(anna).notes.create({ text: "a" })).toEqual({ id: "a anna" });
});

test("ports that handlers use may not be left out", () => {
  const options = { handlers: { notes }, ...memoryState() };
  // @ts-expect-error `ports` is missing
  expect(createNoteServer(options).manifest.product).toBe("sample");
});
