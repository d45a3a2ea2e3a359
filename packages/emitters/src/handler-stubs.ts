import type { ContractModel } from "@proviso/compiler";
import type { EmittedFile } from "./emitter.ts";

export interface HandlerStubOptions {
  /** The name of the generated server package, such as `@backoffice/server`. */
  readonly serverPackage: string;
}

/** One file per domain for the host to fill in. Written once: a file that exists is never touched again. */
export async function emitHandlerStubs(
  _model: ContractModel,
  _options: HandlerStubOptions,
): Promise<EmittedFile[]> {
  return [];
}
