import { withDefaults } from "@proviso/manifest";
import { expect, test } from "vitest";
import { schemaErrors } from "../../src/schemas/schema-errors.ts";
import { compiled, importList } from "./foreign-lists.ts";

const noArguments = { type: "object", properties: {}, additionalProperties: false };

test("a list that is too long for one file gives the largest group of names a domain of its own", () => {
  const verbs = ["get", "list", "create", "update", "delete"];
  const list = ["hooks", "keys", "pages"].flatMap((noun) =>
    verbs.map((verb) => ({
      name: `repos_${noun}_${verb}`,
      description: "x".repeat(noun === "hooks" ? 60_000 : 40_000),
      inputSchema: noArguments,
    })),
  );
  const imported = importList(list);
  expect(imported.errors).toEqual([]);
  expect(imported.contracts.map((contract) => contract.path)).toEqual([
    "contracts/repos.yaml",
    "contracts/repos_hooks.yaml",
  ]);
  expect(imported.names["repos_hooks_get"]).toBe("repos_hooks.get");
  expect([...compiled(imported).keys()].toSorted()).toEqual(list.map(({ name }) => name).toSorted());
});

test("a version at the start of a name is no domain", () => {
  const list = ["get", "list", "make"].map((verb) => ({ name: `v1.pets.${verb}`, inputSchema: noArguments }));
  expect(importList(list).names["v1.pets.get"]).toBe("pets.get");
});
test("a required argument with a default stays required: a call without it is refused", () => {
  const inputSchema = {
    type: "object",
    properties: {
      size: { type: "integer", default: 10 },
      page: { type: "integer", default: 1 },
      inner: { type: "object", properties: { deep: { type: "string", default: "x" } }, required: ["deep"] },
    },
    required: ["size"],
    additionalProperties: false,
  };
  const tool = compiled(importList([{ name: "get_it", inputSchema }])).get("get_it");
  expect(withDefaults(tool?.inputSchema ?? {}, { inner: {} })).toEqual({ page: 1, inner: {} });
  expect(schemaErrors(tool?.inputSchema ?? {}, { inner: { deep: "y" } })).not.toEqual([]);
});
