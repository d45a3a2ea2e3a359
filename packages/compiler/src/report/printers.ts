import { githubPrinter } from "./github.ts";
import { humanPrinter } from "./human.ts";
import { jsonPrinter } from "./json.ts";
import type { Printer } from "./printer.ts";
import { sarifPrinter } from "./sarif.ts";

/** Every printer, the default first. `--format` and its help derive from this array. */
export const printers: readonly [Printer, ...Printer[]] = [
  humanPrinter,
  jsonPrinter,
  sarifPrinter,
  githubPrinter,
];
