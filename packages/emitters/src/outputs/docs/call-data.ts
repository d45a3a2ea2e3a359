import type { ToolModel } from "@proviso/compiler";
import {
  isObject,
  type JsonObject,
  wireInputSchema,
  wireName,
  type WireNames,
  wireOutputSchema,
} from "@proviso/manifest";
import type { DomainNames } from "../../naming/names.ts";
import { printJsonLine } from "../../text/print-json.ts";
import { callSteps } from "./call-steps.ts";
import { readerOf } from "./describe.ts";
import { exampleValue } from "./example-value.ts";

/** The inputs of a tool's examples; without examples, one made from its schema. */
export function exampleInputs({ examples, inputSchema }: ToolModel): readonly JsonObject[] {
  if (examples.length > 0) return examples.map(({ input }) => input);
  const made = exampleValue(inputSchema);
  return isObject(made) ? [made] : [];
}

/** A member of `calls.json`: what the site needs for the pictures and code of a tool's page. */
export function callData(
  tool: ToolModel,
  file: string,
  wireNames: WireNames,
  names: DomainNames | undefined,
): string {
  const name = wireName(tool, wireNames);
  const method = names?.tools.get(tool.name)?.method;
  const [input] = exampleInputs(tool);
  const data = {
    contract: file,
    wireName: name,
    ...(names && method !== undefined && { typed: [names.property, method] }),
    ...(input && { input }),
    failures: tool.failureModes.filter(({ implied }) => !implied).map(({ code }) => code),
    steps: callSteps(tool, name).map(({ sentence: _sentence, ...step }) => step),
    work: tool.steps,
    reader: readerOf(tool),
    inputSchema: wireInputSchema(tool),
    outputSchema: wireOutputSchema(tool),
  };
  return `${JSON.stringify(tool.name)}: ${printJsonLine(data)}`;
}
