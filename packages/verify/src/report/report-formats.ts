import { printJson } from "@proviso/manifest";
import { htmlFormat } from "./html.ts";
import { junitFormat } from "./junit.ts";
import { sarifFormat } from "./sarif.ts";
import { textFormat } from "./text.ts";
import type { ReportFormat } from "./words.ts";

/** Every format of a report, the default first. `--format` and its help derive from it. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  textFormat,
  // As `report.schema.json` describes it.
  { name: "json", summary: "one object for machines", print: (report) => printJson(report, 2) },
  junitFormat,
  sarifFormat,
  htmlFormat,
];
