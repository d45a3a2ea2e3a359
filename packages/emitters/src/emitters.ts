import { clientEmitter } from "./client/client-emitter.ts";
import { docsEmitter } from "./docs/docs-emitter.ts";
import type { Emitter } from "./emitter.ts";
import { hostsEmitter } from "./hosts/hosts-emitter.ts";
import { schemasEmitter } from "./schemas/schemas-emitter.ts";
import { serverEmitter } from "./server/server-emitter.ts";

/** All emitters, in the order in which they run. */
export const emitters: readonly Emitter[] = [
  serverEmitter,
  clientEmitter,
  schemasEmitter,
  docsEmitter,
  hostsEmitter,
];
