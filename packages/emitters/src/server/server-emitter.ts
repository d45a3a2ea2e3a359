import type { Emitter } from "../emitter.ts";

export const serverEmitter: Emitter = {
  name: "server",
  summary: "types, handler interfaces and the enforcing server of the product",
  emit: () => [],
};
