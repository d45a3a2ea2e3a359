import { camelCase } from "@proviso/manifest";
import { productClient, variableName } from "../../naming/names.ts";
import type { EmitOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { printJsonLine } from "../../text/print-json.ts";
import type { Catalogue } from "./catalogue.ts";

/** `calls.json`: a line for each tool, so that a changed tool is a changed line. */
export function callsFile({ domains }: Catalogue, { product, clientModule }: EmitOptions): string {
  const types = domains.flatMap(({ type }) => (type === undefined ? [] : [{ type }]));
  const client =
    clientModule === undefined
      ? null
      : {
          module: clientModule,
          create: productClient(product, types).create,
          variable: variableName(camelCase(product)),
        };
  return [
    "{",
    `"//": ${printJsonLine(generatedNotice())},`,
    `"client": ${printJsonLine(client)},`,
    '"tools": {',
    domains.flatMap(({ calls }) => calls).join(",\n"),
    "}",
    "}",
    "",
  ].join("\n");
}
