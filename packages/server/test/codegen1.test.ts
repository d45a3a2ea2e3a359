import { expect, test } from "vitest";
import * as codegen1 from "../src/codegen1.ts";
import { createEnforcingServer, handlerTable } from "../src/codegen1.ts";
import type {
  EnforcingServer,
  FailureConstructor,
  Handler,
  Manifest,
  PlannedHandler,
  ServerOptions,
} from "../src/codegen1.ts";
import { callAs } from "../src/testing.ts";
import { anna, manifest, preview, summary, tool } from "./sample.ts";

test("generated code finds these values, and will find them in later versions", () => {
  expect(Object.keys(codegen1).toSorted()).toEqual([
    "ToolFailure",
    "createEnforcingServer",
    "createProductServer",
    "handlerTable",
  ]);
});

test("typed handlers become a table by tool name, and what every object inherits is no handler", () => {
  const get = (): object => ({});
  class Notes {
    readonly list = get;
    create(): object {
      return {};
    }
  }
  const notes = new Notes();
  const names = {
    notes: { create: "notes.create", list: "notes.list", constructor: "notes.constructor" },
    constructor: { toString: "constructor.to_string" },
    valueOf: { call: "value_of.call" },
    gone: { get: "gone.get" },
  };
  expect({ ...handlerTable(names, { notes, constructor: { toString: get } }) }).toEqual({
    "notes.create": notes.create,
    "notes.list": get,
    "constructor.to_string": get,
  });
});

// What `pnpm generate` writes, in small.
interface CreateInput {
  readonly text: string;
}
interface CreateOutput {
  readonly id: string;
}
interface CreatePreview {
  readonly count: number;
}
interface CreateFailures {
  noteTooLong: FailureConstructor<"note_too_long">;
}
interface NotesHandlers<Ports> {
  create: Handler<CreateInput, CreateOutput, CreateFailures, Ports>;
  createMany: PlannedHandler<CreateInput, CreateOutput, CreatePreview, CreateFailures, Ports>;
}
interface SampleServerOptions<Ports> extends ServerOptions<Ports> {
  readonly handlers: { readonly notes: NotesHandlers<Ports> };
}

const sample: Manifest = manifest(
  tool(),
  tool({ name: "notes.create_many", dryRun: { mode: "supported", preview } }),
);

function createSampleServer<Ports>(options: SampleServerOptions<Ports>): EnforcingServer {
  const { create, createMany } = options.handlers.notes;
  return createEnforcingServer({
    ...options,
    manifest: sample,
    handlers: { "notes.create": create, "notes.create_many": createMany },
  });
}

interface NotePorts {
  readonly longest: number;
}
const notes: NotesHandlers<NotePorts> = {
  create({ text }, { fail, ports }) {
    if (text.length > ports.longest) throw fail.noteTooLong("Too long.", { longest: ports.longest });
    return { id: text };
  },
  createMany: {
    plan: ({ text }) => ({ count: text.length }),
    execute: ({ text }) => ({ id: text }),
  },
};

async function check(name: string, input: object, expected: string): Promise<void> {
  const server = createSampleServer<NotePorts>({ ports: () => ({ longest: 3 }), handlers: { notes } });
  expect(summary(await callAs(server, anna)(name, input))).toBe(expected);
}

test("a generated handler runs", () => check("notes.create", { text: "abc" }, "completed"));
test("a generated failure constructor makes a declared failure", () =>
  check("notes.create", { text: "abcd" }, "failed note_too_long"));
test("a generated planned handler plans", () =>
  check("notes.create_many", { text: "a", dryRun: true }, "planned"));
test("a generated planned handler runs", () => check("notes.create_many", { text: "a" }, "completed"));
