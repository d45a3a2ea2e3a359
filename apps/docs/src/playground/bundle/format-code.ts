import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import { format as prettier } from "prettier/standalone";

/** In the page, the `format` of oxfmt, which is native: for the code that emitters write, Prettier gives the same text. */
export async function format(
  _path: string,
  text: string,
  { printWidth }: { readonly printWidth: number },
): Promise<{ readonly code: string; readonly errors: readonly never[] }> {
  const code = await prettier(text, { parser: "babel-ts", plugins: [babel, estree], printWidth });
  return { code, errors: [] };
}
