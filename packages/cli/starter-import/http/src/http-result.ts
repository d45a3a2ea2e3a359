import type { Operation } from "./http-api.ts";

/** What the contract says of the arguments, as JSON Schema. */
export interface InputSchema {
  readonly properties?: unknown;
}

/** Bytes of an answer, more than a model can read. */
const largestBody = 10_000_000;

/** Reads the content of an answer. Throws if it is too large. */
export async function readBody(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > largestBody) throw new Error(`the API answered more than ${largestBody} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The result of a tool: the object in the answer, or the answer as content. */
export function resultOf(answer: Response, body: Buffer, operation: Operation, schema: InputSchema): object {
  if (!operation.isObjectResult)
    return { content: [...contentOf(answer, body), ...nextPage(answer, operation, schema)] };
  const value: unknown = JSON.parse(body.toString("utf8"));
  if (typeof value !== "object" || value === null) throw new Error("the API answered no object");
  return value;
}

function contentOf(answer: Response, body: Buffer): readonly object[] {
  const type = answer.headers.get("content-type") ?? "";
  const [mimeType = ""] = type.split(";");
  if (body.length === 0) return [{ type: "text", text: `The API answered ${answer.status}.` }];
  if (mimeType === "" || /^text\/|\b(?:json|xml|yaml|csv)\b/.test(mimeType))
    return [{ type: "text", text: body.toString("utf8") }];
  const data = body.toString("base64");
  if (mimeType.startsWith("image/")) return [{ type: "image", data, mimeType }];
  return [{ type: "resource", resource: { uri: "urn:answer", mimeType, blob: data } }];
}

/** The arguments of the next page, where the API names it in a header (RFC 8288). */
function nextPage(
  answer: Response,
  { parameters }: Operation,
  { properties }: InputSchema,
): readonly object[] {
  const link = /<([^<>]*)>\s*;[^,]*\brel="?next"?/.exec(answer.headers.get("link") ?? "")?.[1];
  if (link === undefined || !URL.canParse(link, answer.url)) return [];
  const next = new URL(link, answer.url).searchParams;
  const values = [...new Set(next.keys())].map((name) => {
    const isOfName = (each: Operation["parameters"][number]) => each.in === "query" && each.name === name;
    const argument = parameters.find(isOfName)?.argument ?? name;
    return [argument, valueOf(next.getAll(name), member(properties, argument))] as const;
  });
  return [{ type: "text", text: `Next page: ${JSON.stringify(Object.fromEntries(values))}` }];
}

/** The texts of an address as a value of the argument's type; as text where they are none. */
function valueOf(texts: readonly string[], schema: unknown): unknown {
  const types = [member(schema, "type")].flat();
  if (types.includes("array")) return texts.map((text) => valueOf([text], member(schema, "items")));
  const text = texts.at(-1) ?? "";
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

function member(value: unknown, name: string): unknown {
  const isMap = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isMap ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
