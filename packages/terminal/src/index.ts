export {
  type HelpArgument,
  type HelpOptions,
  type HelpPage,
  flag,
  printHelp,
  takes,
} from "./print/print-help.ts";
export { type Paint, type Paints, paints, printed, printedLine, styled } from "./print/printed.ts";
export { type ProcessStreams, processStreams } from "./print/process-streams.ts";
export { type TableOptions, printTable } from "./print/print-table.ts";
export { columnsOf } from "./print/columns-of.ts";
export { wrapText } from "./print/wrap-text.ts";
export { parseJson, readText, reasonOf } from "./exit/read-text.ts";
export { type ExitCode, UsageError, exitCodeOf, exitCodes, exitCodesWith } from "./exit/exit-codes.ts";
export type {
  OptionValue,
  Program,
  ProgramCommand,
  ProgramHost,
  ProgramLine,
} from "./program/run-program.ts";
export { portOf, readWords, runProgram, textOf, timeOf, valuesOf } from "./program/run-program.ts";
export { runTask } from "./program/run-task.ts";
export {
  type CommandLine,
  commandLineOf,
  pairsOf,
  readCommandLine,
  splitWords,
} from "./program/command-line.ts";
