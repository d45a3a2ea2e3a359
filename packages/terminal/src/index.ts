export type { CompletedCommand } from "./completion/completed-command.ts";
export type { Shell } from "./completion/completion-script.ts";
export { completionScript, shells } from "./completion/completion-script.ts";
export type { HelpArgument, HelpOptions, HelpPage } from "./print/print-help.ts";
export { printHelp } from "./print/print-help.ts";
export type { TableOptions } from "./print/print-table.ts";
export { printTable } from "./print/print-table.ts";
export { columnsOf } from "./print/columns-of.ts";
export { wrapText } from "./print/wrap-text.ts";
