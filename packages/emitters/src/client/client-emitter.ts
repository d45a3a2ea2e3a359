import type { Emitter } from "../emitter.ts";

export const clientEmitter: Emitter = {
  name: "client",
  summary: "typed calls and failures behind the client guard",
  emit: () => [],
};
