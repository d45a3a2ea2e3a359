import type { Diagnostic, Severity } from "./diagnostic.ts";
import type { SourceText } from "./source.ts";

/** The description of a code, for formats that describe what they report. */
export interface CodeDescription {
  /** One sentence. */
  readonly summary: string;
  /** The severity of a diagnostic unless the config says otherwise. */
  readonly severity: Severity;
  readonly means: string;
  readonly fix: string;
}

export interface PrintOptions {
  /** Whether to print diagnostics in colour; only the human printer uses it. */
  readonly color?: boolean;
  /** Whether the human printer shows each finding, where it has one line for many warnings of a kind. */
  readonly isWhole?: boolean;
  /** The version of Proviso that found these, for formats that name their tool. */
  readonly version?: string;
  describe?(code: string): CodeDescription | undefined;
  /** The project's folder in its repository, with `/` at the end, for formats whose paths start there. */
  readonly folder?: string;
  /** Whether warnings make the check fail, for printers that say so. */
  readonly isStrict?: boolean;
  /** What `check --fix` has fixed, for formats that list it. */
  readonly fixed?: readonly Diagnostic[];
}

/** An output format. The text ends with a line end, or is empty. */
export interface Printer {
  /** What `--format` takes. */
  readonly name: string;
  /** The printer in a few words, for the help. */
  readonly summary: string;
  print(diagnostics: readonly Diagnostic[], sources: readonly SourceText[], options: PrintOptions): string;
}
