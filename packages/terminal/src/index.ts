export type { CompletedCommand } from "./completion/completed-command.ts";
export type { Shell } from "./completion/completion-script.ts";
export { completionScript, shells } from "./completion/completion-script.ts";
export type { HelpArgument, HelpOptions, HelpPage } from "./help/print-help.ts";
export { printHelp } from "./help/print-help.ts";
export type { TableOptions } from "./tables/print-table.ts";
export { printTable } from "./tables/print-table.ts";
export { columnsOf } from "./text/columns-of.ts";
export { wrapText } from "./text/wrap-text.ts";
