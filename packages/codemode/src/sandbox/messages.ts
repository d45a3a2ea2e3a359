import type { Json, JsonObject } from "@proviso/manifest";

/** Bounds of one program. The same program with the same results reaches them at the same place, on every machine. */
export interface SandboxLimits {
  /** In ten thousands of branches and calls. */
  readonly steps: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Characters of the arguments of one call, and of what the program returns. */
  readonly textLength: number;
}

/** What the thread of a program is started with. */
export interface SandboxStart {
  readonly source: string;
  /** Names of the tools that it can call, such as `orders.refund`. */
  readonly tools: readonly string[];
  readonly limits: SandboxLimits;
}

/** `steps`: it does not end. `silent`: a built-in function does not end, which only time tells. */
export type Limit = "steps" | "memory" | "stack" | "text" | "silent";

/** How a program ends. `stopped`: it reads a result that is pending. `stuck`: it waits for something that no call brings. */
export type SandboxEnd =
  | { readonly kind: "returned"; readonly value: Json }
  | { readonly kind: "threw"; readonly message: string }
  | { readonly kind: "stopped" | "stuck" }
  | { readonly kind: "limit"; readonly limit: Limit };

/** From the thread: that the program begins, a call, in the order of the program, or the end. `logs`: what it has printed. */
export type FromSandbox =
  | { readonly kind: "begin" }
  | { readonly kind: "call"; readonly tool: string; readonly input: string }
  | { readonly kind: "end"; readonly end: SandboxEnd; readonly logs: readonly string[] };

/** What a call gives to a program. `pending`: a marker that stops the program when it is read. */
export type Reply =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "error"; readonly value: JsonObject & { readonly message: string } }
  | { readonly kind: "pending" };
