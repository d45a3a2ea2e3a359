// Prints findings. It does not load the compiler, so help can list the formats quickly.
export { isClean } from "./diagnostic.ts";
export { printDiagnostics } from "./human.ts";
export { type JsonDiagnostic, toJsonDiagnostic } from "./json.ts";
export type { CodeDescription, Printer, PrintOptions } from "./printer.ts";
export { printers } from "./printers.ts";
