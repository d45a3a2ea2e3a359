// Findings as text, without the compiler that finds them: help and choices load nothing else.
export { isClean } from "../diagnostic.ts";
export { printDiagnostics } from "./human.ts";
export { toJsonDiagnostic } from "./json.ts";
export type { JsonDiagnostic } from "./json.ts";
export type { CodeDescription, Printer, PrintOptions } from "./printer.ts";
export { printers } from "./printers.ts";
