/** Characters that no reader sees, and text that shows them. A part of its own, so that a program that prints loads no more. */
export { escapeText } from "./text/escape-text.ts";
export { type HiddenRun, hiddenIn } from "./text/hidden-characters.ts";
