import { format } from "oxfmt";
import pLimit from "p-limit";

/** More files formatted at once would be slower and use much memory. */
const formatterLimit = pLimit(4);

let isFormatterLoaded = false;

/** Starts loading the formatter early, while contracts are read and compiled. */
export function loadFormatter(): void {
  if (isFormatterLoaded) return;
  isFormatterLoaded = true;
  // A failure to load is reported by the first call that formats something.
  formatted("empty.ts", "").catch(() => {});
}

/** Formats code. If it does not parse, the emitter that wrote it has a bug. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await formatterLimit(() =>
    format(path, text, { printWidth: 110, sortPackageJson: false }),
  );
  const [error] = errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}\n${error.codeframe ?? ""}`);
  return code;
}
