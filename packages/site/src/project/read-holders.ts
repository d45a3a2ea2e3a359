import { parse, toJson } from "@proviso/compiler";
import { escapeText } from "@proviso/manifest";
import { z } from "astro/zod";
import { readShape } from "./read-shape.ts";

// Whoever manages people may have chosen their names.
const holders = z.record(z.string().transform(escapeText), z.array(z.string()).readonly()).readonly();

/** The permissions of people or roles, by their names. */
export type Holders = z.infer<typeof holders>;

/**
 * Reads who holds which permission, as JSON or YAML: an export of an identity provider's groups. `known` are the permissions that
 * tools need. Throws an error that says what to do, also if the file names none of them: then it is about another product.
 */
export async function readHolders(file: string, known: ReadonlySet<string>): Promise<Holders> {
  const advice = "must have the permissions of each person or role, such as `mia: [customers:read]`";
  const found = await readShape(file, holders, advice, (text) => {
    const { tree } = parse({ path: file, text });
    return tree && toJson(tree);
  });
  const isAbout = Object.values(found).some((held) => held.some((each) => known.has(each)));
  if (known.size > 0 && !isAbout)
    throw new Error(`${file} names no permission of these contracts, such as \`${[...known][0]}\``);
  return found;
}
