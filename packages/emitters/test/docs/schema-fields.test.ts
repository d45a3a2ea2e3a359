import type { JsonSchema } from "@proviso/manifest";
import { expect, test } from "vitest";
import { schemaFields } from "../../src/outputs/docs/schema-fields.ts";

function check(schema: JsonSchema, ...expected: readonly string[]): void {
  expect(schemaFields(schema).map(({ name, type }) => `${name}: ${type}`)).toEqual(expected);
}

const folder = {
  type: "object",
  properties: {
    name: { type: "string" },
    folders: { type: "array", items: { $ref: "#/$defs/files.folder" } },
    parent: { $ref: "#/$defs/files.parent" },
  },
};
const $defs = { "files.folder": folder, "files.parent": { $ref: "#/$defs/files.folder" } };

test("a type that holds itself is described once, in a property and in a list", () => {
  check(
    { type: "object", properties: { root: { $ref: "#/$defs/files.folder" } }, $defs },
    "`root`: `files.folder`",
    "`root.name`: `string`",
    "`root.folders`: list of `files.folder`",
    "`root.parent`: `files.parent`",
  );
  check(
    {
      type: "object",
      properties: { all: { type: "array", items: { $ref: "#/$defs/files.parent" } } },
      $defs,
    },
    "`all`: list of `files.parent`",
    "`all[].name`: `string`",
    "`all[].folders`: list of `files.folder`",
    "`all[].parent`: `files.parent`",
  );
});
