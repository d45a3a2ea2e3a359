import { htmlFormat } from "./html.ts";
import { jsonFormat } from "./json.ts";
import { junitFormat } from "./junit.ts";
import type { ReportFormat } from "./report-format.ts";
import { sarifFormat } from "./sarif.ts";
import { textFormat } from "./text.ts";

/** Every format of a report, the default first. `--format` and its help derive from it. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  textFormat,
  jsonFormat,
  junitFormat,
  sarifFormat,
  htmlFormat,
];
