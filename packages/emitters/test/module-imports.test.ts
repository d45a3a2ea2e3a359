import { expect, test } from "vitest";
import { createModuleImports } from "../src/typescript/module-imports.ts";

test("a type that was looked up is imported only if the module names it", () => {
  const scope = createModuleImports("@proviso/manifest", "notes", new Map(), "");
  scope.runtime("JsonObject");
  scope.runtime("Json");
  expect(scope.imports("type A = unknown; type B = readonly Json[];")).toEqual([
    { isTypeOnly: true, moduleSpecifier: "@proviso/manifest", namedImports: [{ name: "Json" }] },
  ]);
  expect(scope.imports("type A = unknown;")).toEqual([]);
});
