export type { EmitOptions, EmittedFile, Emitter } from "./emitter.ts";
export { emitters } from "./emitters.ts";
export { emitHandlerStubs } from "./handler-stubs.ts";
export type { HandlerStubOptions } from "./handler-stubs.ts";
export type { PrintedFiles } from "./printed-files.ts";
export { templateNames } from "./render-template.ts";
