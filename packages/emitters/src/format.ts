import { format } from "oxfmt";
import pLimit from "p-limit";

/** For many at once, the formatter takes longer and much memory. */
const limit = pLimit(4);

/** The text as a person would lay it out. Text that cannot be parsed is a bug of the emitter that wrote it. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await limit(() => format(path, text, { printWidth: 110, sortPackageJson: false }));
  const [error] = errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}\n${error.codeframe ?? ""}`);
  return code;
}
