import { readFileSync } from "node:fs";
import type { ListedTool } from "../src/compare.ts";

const text = { type: "string" };
const draft7 = "http://json-schema.org/draft-07/schema#";

/** Tools of our own, with what the servers of others have in their lists. */
export const lists: Readonly<Record<string, readonly ListedTool[]>> = {
  "names that the language does not have": [
    "read-page",
    "getPage",
    "page.open",
    "LIST_ALL",
    "x".repeat(100),
    "go",
  ].map((name) => ({ name, inputSchema: { type: "object" } })),

  "texts that mean something to YAML, Markdown or TypeScript": [
    {
      name: "no",
      title: "Yes: no",
      description: "\n    Indented, as a template literal leaves it.\n      - a\n  ",
      inputSchema: { type: "object" },
    },
    {
      name: "code",
      description: "`${x}` */ {{y}} <b> \\n # not a comment: \"quoted\" 'too'\r\n\tend",
      inputSchema: { type: "object" },
    },
    { name: "silent", inputSchema: { type: "object", properties: {} } },
    {
      name: "typed",
      description: "🛡️ — naïve “quotes”",
      inputSchema: {
        type: "object",
        properties: { a: { ...text, description: "a: b\nc", enum: ["yes", "on", "1", "null", "a b"] } },
      },
    },
  ],

  "hints of every kind": [
    { readOnlyHint: true },
    { readOnlyHint: true, openWorldHint: false, idempotentHint: false, destructiveHint: true },
    { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    { destructiveHint: false, openWorldHint: true },
    { destructiveHint: true, openWorldHint: false, idempotentHint: true },
    { title: "Only a title" },
    {},
  ].map((annotations, index) => ({ name: `hint_${index}`, annotations, inputSchema: { type: "object" } })),

  "agency, requirements and task support": [
    {
      name: "investigate",
      annotations: { agencyHint: true, readOnlyHint: true },
      execution: { requirements: ["env:production", "auth:oauth2"], taskSupport: "optional" },
    },
    {
      name: "launch",
      annotations: { agencyHint: true, destructiveHint: true },
      execution: { requirements: ["state:weather.clear"] },
    },
    { name: "ping", annotations: { agencyHint: false }, execution: { taskSupport: "forbidden" } },
  ].map((tool) => ({ ...tool, inputSchema: { type: "object" } })),

  "schemas of several drafts": [
    {
      name: "zod",
      inputSchema: {
        $schema: draft7,
        type: "object",
        properties: {
          from: {
            type: "object",
            properties: { x: { type: "number" }, y: { type: "number" } },
            required: ["x", "y"],
            additionalProperties: false,
          },
          to: { $ref: "#/properties/from" },
          steps: {
            type: "array",
            items: {
              anyOf: [
                text,
                { type: "object", properties: { wait: { type: "integer", exclusiveMinimum: 0 } } },
              ],
            },
            minItems: 1,
          },
        },
        required: ["from"],
        additionalProperties: false,
      },
      outputSchema: {
        $schema: draft7,
        type: "object",
        properties: { done: { type: "boolean" } },
        required: ["done"],
      },
    },
    {
      name: "pydantic",
      inputSchema: {
        type: "object",
        $defs: {
          Filter: {
            type: "object",
            properties: {
              and: { type: "array", items: { $ref: "#/$defs/Filter" } },
              key: { ...text, title: "Key" },
            },
          },
          Kind: { enum: ["a", "b"], type: "string" },
        },
        properties: {
          filter: { anyOf: [{ $ref: "#/$defs/Filter" }, { type: "null" }], default: null },
          kind: { $ref: "#/$defs/Kind", default: "a" },
          more: { $ref: "#/$defs/Kind" },
        },
        title: "args",
      },
    },
    {
      name: "openapi",
      inputSchema: {
        type: "object",
        properties: {
          size: { type: "integer", format: "int32", minimum: 1, maximum: 100, default: 10 },
          note: { ...text, nullable: true, maxLength: 20 },
          body: {
            oneOf: [
              { type: "object", properties: { kind: { const: "x" }, id: text }, required: ["kind"] },
              {
                type: "object",
                properties: { kind: { const: "y" } },
                required: ["kind"],
                additionalProperties: { type: "integer" },
              },
            ],
          },
          any: {},
          map: { type: "object", additionalProperties: text, propertyNames: { pattern: "^[a-z]+$" } },
          pair: { type: "array", items: [text, { type: "number" }], minItems: 2 },
          at: { ...text, format: "date-time" },
        },
        required: ["size"],
      },
    },
    {
      name: "odd",
      inputSchema: {
        type: "object",
        properties: {
          type: text,
          $ref: text,
          "a b": text,
          A: text,
          a: { type: "number" },
          "b?": text,
          constructor: text,
        },
        patternProperties: { "^x-": true },
        required: ["type", "A"],
        additionalProperties: false,
      },
    },
    { name: "nothing", inputSchema: { type: "object", properties: {}, additionalProperties: false } },
  ],

  "types that are referred to again": [
    {
      name: "draw_line",
      inputSchema: {
        type: "object",
        properties: {
          from: { $ref: "#/$defs/Point" },
          to: { $ref: "#/$defs/Point", description: "Where it ends." },
          via: { type: "array", items: { $ref: "#/$defs/Point" } },
        },
        required: ["from", "to"],
        additionalProperties: false,
        $defs: {
          Point: {
            type: "object",
            properties: {
              x: { type: "number", description: "Millimetres from the left edge." },
              y: { type: "number", description: "Millimetres from the top edge." },
            },
            required: ["x", "y"],
            additionalProperties: false,
          },
        },
      },
    },
  ],

  metadata: [
    {
      name: "marked",
      inputSchema: { type: "object" },
      icons: [{ src: "https://example.com/a.png", mimeType: "image/png", sizes: ["48x48"] }],
      _meta: { "com.example/team": { a: [1, null] }, ui: { resourceUri: "ui://x" } },
    },
  ],
};

const publicServers = [
  "filesystem",
  "memory",
  "github",
  "stripe",
  "supabase",
  "mongodb",
  "playwright",
  "notion",
] as const;
const fixtures = new URL("../../../packages/compiler/test/import/fixtures/", import.meta.url);

/** What public servers list: see the README beside the files. */
export const publicLists: Readonly<Record<string, readonly ListedTool[]>> = Object.fromEntries(
  publicServers.map((name) => {
    const { tools } = JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), "utf8")) as {
      readonly tools: readonly ListedTool[];
    };
    return [name, tools];
  }),
);
