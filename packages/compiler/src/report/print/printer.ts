import type { Diagnostic, Severity } from "../diagnostic.ts";
import type { SourceText } from "../source.ts";

/** What a page says about a code, for formats that describe what they report. */
export interface CodeDescription {
  /** One sentence. */
  readonly summary: string;
  /** Unless the config says otherwise. */
  readonly severity: Severity;
  readonly means: string;
  readonly fix: string;
}

export interface PrintOptions {
  /** For terminals; other printers than the human one never colour. */
  readonly color?: boolean;
  /** The version of Proviso that found these, for formats that name their tool. */
  readonly version?: string;
  describe?(code: string): CodeDescription | undefined;
  /** Where the project is in its repository, with `/` at the end, for formats that are read there. */
  readonly folder?: string;
  /** Whether warnings count as wrong, for formats that say whether all is well. */
  readonly isStrict?: boolean;
  /** What `check --fix` put right before; for formats that tell. */
  readonly fixed?: readonly Diagnostic[];
}

/** One way to show diagnostics; the text ends with a line end, or is empty. */
export interface Printer {
  /** What `--format` takes. */
  readonly name: string;
  /** A few words for the help. */
  readonly summary: string;
  print(diagnostics: readonly Diagnostic[], sources: readonly SourceText[], options: PrintOptions): string;
}
