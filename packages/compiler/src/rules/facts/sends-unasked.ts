import { exceptionOf, flowOf, type ToolContract } from "@proviso/manifest";
import { innerSchemas } from "./inner-schemas.ts";
import { snakeCase } from "./snake-case.ts";

const addressFormats: ReadonlySet<unknown> = new Set(["uri", "uri-reference", "hostname"]);
const addressName = /(^|_)(url|uri|href|endpoint|hostname)s?$/;

/**
 * Whether some call of the tool can send data out without asking a person. Declared external effects are confirmed, except by an
 * exception; the risk rules report those that are not. That leaves fetches: whoever chooses the address can write data into it.
 */
export function sendsUnasked(tool: ToolContract): boolean {
  const variants: readonly Pick<ToolContract, "confirmation">[] = [tool, ...(tool.refinements ?? [])];
  if (exceptionOf(tool) && flowOf(tool).sendsOut) return true;
  const isUnasked =
    exceptionOf(tool) !== undefined || variants.some(({ confirmation }) => confirmation.kind !== "always");
  return isUnasked && flowOf(tool).returnsUntrusted && takesAddress(tool);
}

function takesAddress({ inputSchema }: ToolContract): boolean {
  return innerSchemas(inputSchema).some(({ schema, path, isProperty }) => {
    if (addressFormats.has(schema["format"])) return true;
    const isOpenText =
      schema["type"] === "string" && !["enum", "const", "pattern"].some((key) => key in schema);
    return isProperty && isOpenText && addressName.test(snakeCase(path.at(-1) ?? ""));
  });
}
