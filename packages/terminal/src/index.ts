export type { CompletedCommand } from "./completion/completed-command.ts";
export type { Shell } from "./completion/completion-script.ts";
export { completionScript, shells } from "./completion/completion-script.ts";
export type { HelpArgument, HelpOptions, HelpPage } from "./print/print-help.ts";
export { printHelp } from "./print/print-help.ts";
export type { Paint, Paints } from "./print/printed.ts";
export { paints, printed, printedLine, styled } from "./print/printed.ts";
export type { TableOptions } from "./print/print-table.ts";
export { printTable } from "./print/print-table.ts";
export { columnsOf } from "./print/columns-of.ts";
export { wrapText } from "./print/wrap-text.ts";
export type { ExitCode } from "./exit/exit-codes.ts";
export { exitCodeOf, exitCodes, exitCodesWith, UsageError } from "./exit/exit-codes.ts";
export type {
  OptionValue,
  Program,
  ProgramCommand,
  ProgramHost,
  ProgramLine,
} from "./program/run-program.ts";
export { runProgram } from "./program/run-program.ts";
