// One product, whichever way in leads to it: its tools, its people, and a file in which every effect is a line, because
// the server may run in another process.
import { EventEmitter, once } from "node:events";
import { appendFileSync } from "node:fs";
import { contentKinds } from "@proviso/manifest";
import type { ContentBlock, JsonObject, Refinement, ResultContent, ToolContract } from "@proviso/manifest";
import { fingerprint } from "../../src/canonical/fingerprint.ts";
import type { HandlerTable, ToolContext } from "../../src/api/handler.ts";
import type { EnforcingServer, Principal } from "../../src/api/outcome.ts";
import {
  anna,
  ben,
  criticalRisk,
  failureMode,
  fixture,
  highRisk,
  preview,
  tool,
  type Ports,
} from "../sample.ts";

/** The fixed time of the product's clock. */
const now = Date.parse("2026-01-01T12:00:00Z") / 1000;

export const principals = {
  anna,
  /** A principal who sees tools that are hidden from others. */
  ben,
  /** A principal who may call nothing but the list. */
  reader: { ...anna, id: "reader", permissions: [] },
  /** Logged in a minute ago with a second factor. */
  fresh: { ...anna, id: "fresh", authTime: now - 60, acr: "mfa" },
  /** Logged in an hour ago with a second factor. */
  stale: { ...anna, id: "stale", authTime: now - 3600, acr: "mfa" },
} as const satisfies Record<string, Principal>;
export type Who = keyof typeof principals;

/** These are approved in the client. */
const here = { confirmation: { kind: "always", by: "here" } } as const satisfies Partial<ToolContract>;
const bulk = { dryRun: { mode: "supported", preview } } as const;
const low = ((): Omit<Refinement, "when"> => {
  const { riskLevel, autonomousExecution, confirmation, stepUpAuth, sideEffects, hints, dataFlow } = tool();
  return { riskLevel, autonomousExecution, confirmation, stepUpAuth, sideEffects, hints, dataFlow };
})();
const named = (name: string, changes: Partial<ToolContract> = {}): ToolContract =>
  tool({ name: `notes.${name}`, ...changes });

/** A tool that returns content blocks, and structured content only if it is said. */
function contentTool(name: string, result: ResultContent, changes: Partial<ToolContract> = {}): ToolContract {
  const { outputSchema: _output, hash: _hash, ...plain } = named(name);
  const contract = { ...plain, result, ...changes };
  return { ...contract, hash: fingerprint(contract as unknown as JsonObject) };
}

const picture: ResultContent = { kinds: ["text", "image"], mimeTypes: ["image/png"], maxBytes: 100 };

export const tools: readonly ToolContract[] = [
  named("create"),
  named("high", { ...highRisk, ...here }),
  named("critical", { ...criticalRisk, ...here }),
  named("fresh", { stepUpAuth: { kind: "always", acr: "mfa", maxAgeMs: 300_000 } }),
  named("bulk", bulk),
  named("manage", {
    ...highRisk,
    ...here,
    inputSchema: {
      type: "object",
      properties: { text: { type: "string" }, harmless: { type: "boolean" } },
      required: ["text"],
      additionalProperties: false,
    },
    refinements: [{ ...low, when: "has(input.harmless) && input.harmless" }],
  }),
  named("doomed", { ...bulk, stepUpAuth: { kind: "always", acr: "mfa" } }),
  named("planned", { dryRun: { mode: "required", preview } }),
  named("keyed", { idempotency: { key: ["text"], ttlMs: 60_000 } }),
  named("rare", { rateLimit: { limit: 2, perMs: 60_000 } }),
  named("guarded", {
    ...criticalRisk,
    ...here,
    stepUpAuth: { kind: "always", acr: "mfa", maxAgeMs: 300_000 },
  }),
  named("launch", { ...highRisk, ...here, requirements: ["env:production"] }),
  named("busy", { failureModes: [failureMode("disk_busy", "after")] }),
  named("throws"),
  named("misfit"),
  named("never", { timeoutMs: 20 }),
  named("never_reads", { timeoutMs: 20, sideEffects: [] }),
  named("waits", { timeoutMs: 60_000 }), // so that nothing but a caller can end it
  named("counts", { timeoutMs: 60_000 }),
  named("steps"),
  contentTool("page", { kinds: contentKinds }),
  contentTool("picture", picture, { outputSchema: named("").outputSchema ?? {} }),
  contentTool("drawing", picture),
  contentTool("keyed_page", { kinds: ["text"] }, { idempotency: { key: ["text"], ttlMs: 60_000 } }),
  contentTool("planned_page", { kinds: ["text"] }, bulk),
  named("release"),
  named("hidden"),
  named("forbidden", { riskLevel: "forbidden", permissions: ["secrets:read"] }),
];

type Context = ToolContext<Record<string, (message?: string, details?: JsonObject) => Error>, Ports>;
type Write = (what: string) => void;
type Run = (input: { readonly text: string }, context: Context, write: Write) => object | Promise<object>;
const forever = (): Promise<never> => new Promise(() => {});

/** Told when somebody calls `notes.release` with the same text. */
const releases = new EventEmitter();

/** The behaviour of some handlers beside their effect. */
const special: Readonly<Record<string, Run>> = {
  "notes.busy": (_, { fail }) => {
    throw fail["diskBusy"]?.("Try later.", { disk: 3 });
  },
  "notes.throws": () => {
    throw new Error("ECONNREFUSED 10.0.0.7: s3cret");
  },
  "notes.misfit": () => ({ id: 7, secret: "s3cret" }),
  "notes.never": forever,
  "notes.never_reads": forever,
  "notes.waits": async ({ text }, { signal }, write) => {
    const released = once(releases, text, { signal });
    write(`started ${text}`);
    await released.catch(() => {});
    write(`${signal.aborted ? "aborted" : "released"} ${text}`);
    return { id: text };
  },
  "notes.counts": async ({ text }, { progress }) => {
    const released = once(releases, text);
    progress({ progress: 1, total: 2, message: "half" });
    await released;
    return { id: text };
  },
  "notes.steps": ({ text }, { progress }) => {
    for (const step of [1, 2, 3]) progress({ progress: step, total: 3 });
    return { id: text };
  },
  "notes.page": ({ text }) => ({ content: blocksOf(text) }),
  "notes.picture": ({ text }) => ({
    content: [{ type: "image", data: "aGVsbG8=", mimeType: "image/png" }],
    structuredContent: { id: text },
  }),
  "notes.drawing": ({ text }) => ({ content: drawings[text.split(":")[0] ?? ""] }),
  "notes.keyed_page": ({ text }, { callId }) => ({ content: [{ type: "text", text: `${text} ${callId}` }] }),
  "notes.planned_page": ({ text }) => ({ content: [{ type: "text", text }] }),
  "notes.release": ({ text }) => ({ id: String(releases.emit(text)) }),
};

/** A block of each kind. */
export function blocksOf(text: string): readonly ContentBlock[] {
  return [
    { type: "text", text, annotations: { audience: ["user"], priority: 0.5 } },
    { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
    { type: "audio", data: "", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "note://1", mimeType: "text/plain", text } },
    { type: "resource", resource: { uri: "note://2", blob: "aGVsbG8h" } },
    { type: "resource_link", uri: "note://3", name: "third", size: 3, _meta: { shelf: 4 } },
  ];
}

const image = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
/** What is not as the contract of `notes.drawing` says, by the text that asks for it. */
export const drawings: Readonly<Record<string, unknown>> = {
  none: undefined,
  "no list": { 0: image },
  "another kind": [{ type: "audio", data: "", mimeType: "image/png" }],
  "another type": [{ ...image, mimeType: "image/svg+xml" }],
  "no type": [{ type: "image", data: "aGVsbG8=" }],
  "no base64": [{ ...image, data: "s3cret!!" }],
  "half of base64": [{ ...image, data: "aGVsbG8" }],
  "too large": [image, { type: "text", text: "s3cret".repeat(20) }],
  "no block": ["s3cret"],
  "bad annotations": [{ ...image, annotations: { priority: 7 } }],
};

/** Every plan counts the effects so far, so that any further one makes it stale. */
function handlersOf(write: Write, written: () => number): HandlerTable<Ports> {
  const entries = tools
    .filter(({ riskLevel }) => riskLevel !== "forbidden")
    .map(({ name, dryRun }) => {
      const execute = (input: { readonly text: string }, context: Context): object => {
        write(`${name} ${input.text}`);
        return special[name]?.(input, context, write) ?? { id: input.text };
      };
      return [name, dryRun ? { execute, plan: () => ({ count: written() }) } : execute];
    });
  return Object.fromEntries(entries) as HandlerTable<Ports>;
}

/** Opens the product; `effects` is the path of the file of its effects. */
export function openProduct(effects: string): EnforcingServer {
  let lines = 0;
  const write = (what: string): void => {
    lines++;
    appendFileSync(effects, `${what}\n`);
  };
  return fixture({
    tools,
    handlers: handlersOf(write, () => lines),
    visible: ({ name }, principal) => name !== "notes.hidden" || principal?.id === "ben",
    requirements: { "env:production": () => false },
  }).server;
}

/** How the product is opened: in this process, and by a program of its own. */
export interface Opening {
  readonly here: typeof openProduct;
  /** The path of a program: `PROGRAM mcp|mcp2 PRINCIPAL EFFECTS`. */
  readonly program: string;
}

export const opening: Opening = {
  here: openProduct,
  program: new URL("./fixtures/stdio-server.ts", import.meta.url).pathname,
};
