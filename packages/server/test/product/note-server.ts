import type { ToolContract } from "@proviso/manifest";
import type { ToolContext } from "../../src/api/handler.ts";
import type { ServerOptions } from "../../src/api/options.ts";
import { createProductServer, type ProductServer } from "../../src/serve/product-server.ts";
import { manifest, preview, tool } from "../sample.ts";

// The types that `proviso generate` writes for two tools.
export interface CreateInput {
  readonly text: string;
}
export interface CreateOutput {
  readonly id: string;
}
interface CreateFailures {
  /** The text is too long. */
  readonly noteTooLong: "note_too_long";
}
export interface NotesTools {
  readonly create: { input: CreateInput; output: CreateOutput; failures: CreateFailures };
  readonly createMany: {
    input: CreateInput;
    output: CreateOutput;
    preview: { readonly count: number };
    failures: CreateFailures;
  };
}
export interface Tools {
  readonly notes: NotesTools;
}

export const toolNames = { notes: { create: "notes.create", createMany: "notes.create_many" } };

type Fail = { readonly noteTooLong: (message?: string) => Error & { readonly code: "note_too_long" } };
type Create = (
  input: CreateInput,
  context: ToolContext<Fail, object>,
) => Promise<CreateOutput> | CreateOutput;

export interface NoteServerOptions extends Omit<ServerOptions<object>, "ports"> {
  readonly tools?: readonly ToolContract[];
  readonly create?: Create;
}

/** A product whose handlers need no ports: `notes.create`, and `notes.create_many` with a dry run. */
export function noteServer({ tools, create, ...options }: NoteServerOptions = {}): ProductServer<Tools> {
  const one: Create = create ?? (({ text }) => ({ id: text }));
  const contracts = tools ?? [
    tool(),
    tool({ name: "notes.create_many", dryRun: { mode: "supported", preview } }),
  ];
  const names = new Set(contracts.map(({ name }) => name));
  const handlers = {
    notes: {
      create: one,
      ...(names.has("notes.create_many") && {
        createMany: { plan: ({ text }: CreateInput) => ({ count: text.length }), execute: one },
      }),
    },
  };
  return createProductServer<Tools, object>(
    { manifest: manifest(...contracts), toolNames },
    { ...options, handlers: handlers as never },
  );
}
