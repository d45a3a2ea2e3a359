import { contentKinds } from "./contract.ts";
import type { ContentKind, Json, JsonObject, ResultContent } from "./contract.ts";
import { isObject, objectOf } from "./is-object.ts";

interface BlockOf<Kind extends ContentKind> {
  readonly type: Kind;
  /** Hints for displaying the block (MCP `Annotations`). */
  readonly annotations?: {
    readonly audience?: readonly ("user" | "assistant")[];
    readonly priority?: number;
    readonly lastModified?: string;
  };
  readonly _meta?: JsonObject;
}

export interface TextContent extends BlockOf<"text"> {
  readonly text: string;
}

export interface ImageContent extends BlockOf<"image"> {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface AudioContent extends BlockOf<"audio"> {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** The text of a resource, or its bytes in base64. */
export type ResourceContents = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

export interface EmbeddedResource extends BlockOf<"resource"> {
  readonly resource: ResourceContents;
}

/** The address of a resource, without its contents. */
export interface ResourceLink extends BlockOf<"resource_link"> {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
}

interface BlockTypes {
  readonly text: TextContent;
  readonly image: ImageContent;
  readonly audio: AudioContent;
  readonly resource: EmbeddedResource;
  readonly resource_link: ResourceLink;
}

/** A content block of an MCP result, of one of these kinds. */
export type ContentBlock<Kind extends ContentKind = ContentKind> = BlockTypes[Kind];

/** The result of a tool with `result`, as in MCP; `outputSchema` adds structured content. */
export interface ContentResult<Kind extends ContentKind = ContentKind> {
  readonly content: readonly ContentBlock<Kind>[];
}

/** Where a content block does not fit its contract, and why. Never holds the value itself. */
export interface ContentProblem {
  /** JSON Pointer. */
  readonly path: string;
  readonly problem: string;
}

/** The problems of a result's content; empty if it fits the contract. `content` may be anything. */
export function contentProblems(content: Json | undefined, resultContent: ResultContent): ContentProblem[] {
  if (!Array.isArray(content)) return [{ path: "/content", problem: "must be a list of content blocks" }];
  const blocks: readonly Json[] = content;
  const problems = blocks.flatMap((block, index) => blockProblems(block, resultContent, `/content/${index}`));
  const { maxBytes } = resultContent;
  if (problems.length > 0 || maxBytes === undefined || bytesOf(blocks) <= maxBytes) return problems;
  return [{ path: "/content", problem: `must not have more than ${maxBytes} bytes` }];
}

/** The members of a content block with text, and those with base64. */
interface BlockMembers {
  readonly texts: readonly string[];
  readonly optional?: readonly string[];
  readonly base64?: readonly string[];
}

const blockMembers = {
  text: { texts: ["text"] },
  image: { texts: ["data", "mimeType"], base64: ["data"] },
  audio: { texts: ["data", "mimeType"], base64: ["data"] },
  resource: { texts: [] },
  resource_link: { texts: ["uri", "name"], optional: ["mimeType", "title", "description"] },
} as const satisfies Record<ContentKind, BlockMembers>;

function blockProblems(contentValue: Json, resultContent: ResultContent, path: string): ContentProblem[] {
  const block = objectOf(contentValue);
  const kind = contentKinds.find((each) => each === block["type"]);
  if (kind === undefined || !resultContent.kinds.includes(kind)) {
    const wantedKinds = resultContent.kinds.map((each) => `\`${each}\``).join(" or ");
    return [{ path: `${path}/type`, problem: `must be ${wantedKinds}` }];
  }
  const annotationProblems = problemsOfAnnotations(block, path);
  if (kind !== "resource")
    return [...annotationProblems, ...memberProblems(block, blockMembers[kind], resultContent, path)];
  const resource = objectOf(block["resource"]);
  const body = "blob" in resource ? "blob" : "text";
  const wantedMembers: BlockMembers = {
    texts: ["uri", body],
    optional: ["mimeType"],
    base64: body === "blob" ? [body] : [],
  };
  return [
    ...annotationProblems,
    ...memberProblems(resource, wantedMembers, resultContent, `${path}/resource`),
  ];
}

/** Members that every block may have. SDKs refuse the whole result if one is invalid. */
function problemsOfAnnotations(block: JsonObject, path: string): ContentProblem[] {
  const { annotations, _meta: meta, size } = block;
  const { audience, priority, lastModified } = objectOf(annotations);
  const rules: readonly (readonly [name: string, fits: boolean, problem: string])[] = [
    ["annotations", isObject(annotations), "must be an object"],
    ["annotations/audience", isAudienceList(audience), "must be a list of `user` and `assistant`"],
    ["annotations/priority", isNumberWithin(priority, 0, 1), "must be a number from 0 to 1"],
    ["annotations/lastModified", typeof lastModified === "string", "must be a string"],
    ["_meta", isObject(meta), "must be an object"],
    ["size", isNumberWithin(size, 0, Number.MAX_SAFE_INTEGER), "must be a number of bytes"],
  ];
  const values = [annotations, audience, priority, lastModified, meta, size];
  return rules.flatMap(([name, fits, problem], index) =>
    values[index] === undefined || fits ? [] : [{ path: `${path}/${name}`, problem }],
  );
}

function isAudienceList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((each: Json) => each === "user" || each === "assistant");
}

function isNumberWithin(value: Json | undefined, least: number, most: number): boolean {
  return typeof value === "number" && value >= least && value <= most;
}

function memberProblems(
  block: JsonObject,
  { texts, optional = [], base64 = [] }: BlockMembers,
  { mimeTypes }: ResultContent,
  path: string,
): ContentProblem[] {
  const problem = (name: string, text: string): ContentProblem => ({
    path: `${path}/${name}`,
    problem: text,
  });
  const given = optional.filter((name) => block[name] !== undefined);
  const untyped = [...texts, ...given].filter((name) => typeof block[name] !== "string");
  if (untyped.length > 0) return untyped.map((name) => problem(name, "must be a string"));
  const hasType = texts.includes("mimeType") || optional.includes("mimeType");
  const isForeign = hasType && mimeTypes !== undefined && !isOneOf(block["mimeType"], mimeTypes);
  return [
    ...base64.filter((name) => !isBase64(block[name])).map((name) => problem(name, "must be base64")),
    ...(texts.includes("uri") && !isUri(block["uri"]) ? [problem("uri", "must be a URI")] : []),
    ...(isForeign ? [problem("mimeType", `must be ${mimeTypes.join(" or ")}`)] : []),
  ];
}

/** RFC 4648, with padding and without line breaks, as MCP requires (`format: byte`). */
function isBase64(data: Json | undefined): boolean {
  return typeof data === "string" && data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

function isUri(uri: Json | undefined): boolean {
  return typeof uri === "string" && /^[a-z][a-z0-9+.-]*:\S+$/i.test(uri);
}

/** Parameters, as in `text/plain; charset=utf-8`, are not part of the type. */
function isOneOf(mimeType: Json | undefined, allowed: readonly string[]): boolean {
  if (typeof mimeType !== "string") return false;
  const type = (mimeType.split(";")[0] ?? "").trim().toLowerCase();
  return allowed.some((each) =>
    each.endsWith("/*") ? type.startsWith(each.slice(0, -1)) : type === each.toLowerCase(),
  );
}

function bytesOf(blocks: readonly Json[]): number {
  return blocks.reduce<number>((sum, contentValue) => {
    const block = objectOf(contentValue);
    const contents = block["type"] === "resource" ? objectOf(block["resource"]) : block;
    return sum + textBytes(contents["text"]) + dataBytes(contents["data"] ?? contents["blob"]);
  }, 0);
}

function textBytes(text: Json | undefined): number {
  return typeof text === "string" ? new TextEncoder().encode(text).length : 0;
}

function dataBytes(data: Json | undefined): number {
  if (typeof data !== "string") return 0;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}
