/** Characters that no reader sees. A part of its own, so that a program that prints loads no more. */
export { hiddenIn } from "./text/hidden-characters.ts";
export type { HiddenRun } from "./text/hidden-characters.ts";
