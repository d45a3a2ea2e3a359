import { readFile } from "node:fs/promises";
import { parse, toJson } from "@proviso/compiler";
import { escapeText } from "@proviso/manifest";
import { z } from "astro/zod";

// Whoever manages people may have chosen their names.
const holders = z.record(z.string().transform(escapeText), z.array(z.string()).readonly()).readonly();

/** The permissions of people or roles, by their names. */
export type Holders = z.infer<typeof holders>;

/**
 * Reads who holds which permission, as JSON or YAML: an export of an identity provider's groups. `known` are the permissions that
 * tools need. Throws an error that says what to do, also if the file names none of them: then it is about another product.
 */
export async function readHolders(file: string, known: ReadonlySet<string>): Promise<Holders> {
  const { tree, diagnostics } = parse({ path: file, text: await readFile(file, "utf8") });
  const found = holders.safeParse(tree && toJson(tree));
  if (!found.success)
    throw new Error(
      `${file} must have the permissions of each person or role, such as \`mia: [customers:read]\`${diagnostics[0] ? `: ${diagnostics[0].message}` : ""}`,
    );
  const isAbout = Object.values(found.data).some((held) => held.some((each) => known.has(each)));
  if (known.size > 0 && !isAbout)
    throw new Error(`${file} names no permission of these contracts, such as \`${[...known][0]}\``);
  return found.data;
}
