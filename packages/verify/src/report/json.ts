import { printJson } from "@proviso/manifest";
import type { ReportFormat } from "./report-format.ts";

/** The report itself, as `report.schema.json` describes it. */
export const jsonFormat: ReportFormat = {
  name: "json",
  summary: "one object for machines",
  print: (report) => printJson(report, 2),
};
