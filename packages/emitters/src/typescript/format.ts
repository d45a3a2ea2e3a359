import { format } from "oxfmt";
import pLimit from "p-limit";

/** For many at once, the formatter takes longer and much memory. */
const limit = pLimit(4);

let isLoaded = false;

/** Its library loads while others read and compile: the first text would have to wait for it. */
export function loadFormatter(): void {
  if (isLoaded) return;
  isLoaded = true;
  // If it cannot be loaded, whoever has something to format is told.
  formatted("empty.ts", "").catch(() => {});
}

/** The text as a person would lay it out. Text that cannot be parsed is a bug of the emitter that wrote it. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await limit(() => format(path, text, { printWidth: 110, sortPackageJson: false }));
  const [error] = errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}\n${error.codeframe ?? ""}`);
  return code;
}
