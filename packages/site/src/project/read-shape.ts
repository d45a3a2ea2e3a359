import { readFile } from "node:fs/promises";
import type { z } from "astro/zod";

/** Reads a JSON file of a shape. Throws an error that names the file, with this advice, for another. */
export async function readShape<Value>(
  file: string,
  shape: z.ZodType<Value>,
  advice: string,
  read: (text: string) => unknown = JSON.parse,
): Promise<Value> {
  const text = await readFile(file, "utf8");
  try {
    return shape.parse(read(text));
  } catch {
    throw new Error(`${file} ${advice}`);
  }
}
