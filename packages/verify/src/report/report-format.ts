import type { VerifyReport } from "../model.ts";

/** One format of a report. */
export interface ReportFormat {
  /** What `--format` takes. */
  readonly name: string;
  /** A few words for the help. */
  readonly summary: string;
  /** The report without its last line end. `folder`: of the traces, ending with `/`. */
  print(report: VerifyReport, folder: string): string;
}
