import { isObject, type JsonObject } from "@proviso/manifest";
import { z } from "astro/zod";

export const parties = ["person", "client", "server", "handler"] as const;

const object = z.custom<JsonObject>(isObject);

/** What `calls.json` says of a tool, with the tool's part of the contract. */
export const call = z.object({
  name: z.string(),
  /** The contract's file, from the project's folder. */
  contract: z.string(),
  /** Absent if the contract is not there: the pages of a product may be built without it. */
  part: z
    .object({
      line: z.number(),
      endLine: z.number(),
      text: z.string(),
      /** The address of these lines, if the project names its repository. */
      url: z.string().optional(),
    })
    .optional(),
  wireName: z.string(),
  /** The names of its typed method: `customers` and `delete`. */
  typed: z.tuple([z.string(), z.string()]).readonly().optional(),
  /** Absent if there is no example of arguments. */
  input: object.optional(),
  failures: z.array(z.string()).readonly(),
  steps: z
    .array(
      z.object({
        from: z.enum(parties),
        /** The party itself if it does something alone. */
        to: z.enum(parties),
        lines: z.array(z.string()).readonly(),
        /** True if the step is not part of every call. */
        isSometimes: z.boolean(),
        /** The stage of the server that it shows. */
        stage: z.string().optional(),
      }),
    )
    .readonly(),
  work: z.array(z.object({ name: z.string(), does: z.string() })).optional(),
  /** The tool that finds out what a call, or a step of it, did. */
  reader: z.string().optional(),
  inputSchema: object,
  outputSchema: object.optional(),
  /** The package with the product's typed client; absent if the project generates none. */
  client: z.object({ module: z.string(), create: z.string(), variable: z.string() }).optional(),
});

export type ToolCall = z.infer<typeof call>;
export type ToolCallStep = ToolCall["steps"][number];
export type Client = NonNullable<ToolCall["client"]>;
export type ContractPart = NonNullable<ToolCall["part"]>;
