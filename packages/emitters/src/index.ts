export type { EmittedFile } from "./text/emitted-file.ts";
export type {
  DomainContext,
  DomainOutput,
  EmitOptions,
  HistoryEntry,
  Emitter,
  ImportEnding,
  PackageAccess,
  PackageOptions,
  Repository,
} from "./package/emitter.ts";
export { emitterOf, emitters } from "./outputs/emitters.ts";
export { loadFormatter } from "./typescript/format.ts";
export { handlersEmitter } from "./outputs/server/handlers-emitter.ts";
export type { PrintedShapes } from "./typescript/code-shape.ts";
export { type ProjectOutline, nameProject, outlineDomain } from "./naming/project-outline.ts";
export type { DomainOutline } from "./naming/domain-outline.ts";
