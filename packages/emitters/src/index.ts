export type { DomainContext, DomainOutput, EmitOptions, EmittedFile, Emitter } from "./emitter.ts";
export { emitterOf, emitters } from "./emitters.ts";
export { loadFormatter } from "./format.ts";
export { handlersEmitter } from "./handlers-emitter.ts";
export type { PrintedShapes } from "./code-shape.ts";
export type { PrintedFiles } from "./printed-files.ts";
export { nameProject, outlineDomain, printNames } from "./project-names.ts";
export type { ProjectNames } from "./project-names.ts";
export type { DomainOutline } from "./domain-outline.ts";
