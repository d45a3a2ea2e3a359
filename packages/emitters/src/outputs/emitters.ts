import { clientEmitter } from "./client/client-emitter.ts";
import { docsEmitter } from "./docs/docs-emitter.ts";
import type { Emitter } from "../package/emitter.ts";
import { hostsEmitter } from "./hosts/hosts-emitter.ts";
import { type EmitterName, emitterNames } from "../naming/known-names.ts";
import { schemasEmitter } from "./schemas/schemas-emitter.ts";
import { serverEmitter } from "./server/server-emitter.ts";

export const emitterOf: Readonly<Record<EmitterName, Emitter>> = {
  server: serverEmitter,
  client: clientEmitter,
  schemas: schemasEmitter,
  docs: docsEmitter,
  hosts: hostsEmitter,
};

/** All emitters, in the order in which they run. */
export const emitters: readonly Emitter[] = emitterNames.map((name) => emitterOf[name]);
