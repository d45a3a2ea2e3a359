import { describe, expect, test } from "vitest";
import {
  camelCase,
  failureConstructorName,
  nameDomains,
  nameTools,
  pascalCase,
  variableName,
} from "../src/names.ts";
import type { DomainOutline } from "../src/domain-outline.ts";

/** A domain of tools with these verbs, `!` after one that has a dry run, and with these named types. */
function domain(name: string, verbs: readonly string[], types: readonly string[] = []): DomainOutline {
  return {
    name,
    tools: nameTools(
      verbs.map((verb) => ({
        name: `${name}.${verb.replace("!", "")}`,
        hasPlan: verb.endsWith("!"),
      })),
    ),
    reaches: types.map((key) => `${name}.${key}`),
    permissions: {},
  };
}

function check(
  tested: DomainOutline,
  expected: { readonly methods?: string[]; readonly types?: string[] },
): void {
  const names = nameDomains([tested]).get(tested.name);
  const methods = [...(names?.tools.values() ?? [])].map(({ method }) => method);
  const types = [...(names?.types.values() ?? [])].toSorted();
  expect({ ...(expected.methods && { methods }), ...(expected.types && { types }) }).toEqual(expected);
}

describe("names of tools", () => {
  test("are in camel case", () => check(domain("emails", ["send_external"]), { methods: ["sendExternal"] }));
  test("stay as they are written where they would be the same", () =>
    check(domain("a", ["step_1", "step1", "step_2"]), { methods: ["step_1", "step1", "step2"] }));
  test("stay as they are written where the dry run of another tool has that name", () =>
    check(domain("a", ["send!", "plan_send"]), { methods: ["send", "plan_send"] }));
  test("may be those of the object prototype", () =>
    check(domain("a", ["constructor", "to_string"]), { methods: ["constructor", "toString"] }));
});

describe("names of types", () => {
  test("begin with a capital letter", () => check(domain("files", [], ["fileId"]), { types: ["FileId"] }));
  test("carry the domain's name where the runtime or the language has that name", () =>
    check(domain("files", [], ["plan", "record", "ports"]), {
      types: ["FilesPlan", "FilesPorts", "FilesRecord"],
    }));
  test("carry the domain's name where a tool has a type of that name", () =>
    check(domain("files", ["get"], ["getInput", "getFailure"]), {
      types: ["FilesGetFailure", "FilesGetInput"],
    }));
  test("are distinct in any case", () =>
    check(domain("files", [], ["filesPlan", "plan"]), { types: ["FilesPlan", "FilesPlan_"] }));
});

describe("names of domains", () => {
  const namesOf = (...names: readonly string[]) => nameDomains(names.map((name) => domain(name, ["get"])));

  test("are camel case as properties and kebab case as modules", () => {
    expect(namesOf("user_groups").get("user_groups")).toMatchObject({
      property: "userGroups",
      type: "UserGroups",
      file: "user-groups",
    });
  });
  test("never take the place of another module, or a name that Windows keeps", () => {
    const files = [...namesOf("index", "con", "com1").values()].map(({ file }) => file);
    expect(files).toEqual(["index_", "con_", "com1_"]);
  });
  test("never make the client look like a promise, or hide its guard", () => {
    const properties = [...namesOf("then", "guard").values()].map(({ property }) => property);
    expect(properties).toEqual(["then_", "guard_"]);
  });
  test("are distinct", () => {
    const properties = [...namesOf("a1", "a_1").values()].map(({ property }) => property);
    expect(properties).toEqual(["a1", "a_1"]);
  });
});

test("words change their case and nothing else", () => {
  expect(camelCase("send_external")).toBe("sendExternal");
  expect(pascalCase("acme-shop.eu")).toBe("AcmeShopEu");
  expect(failureConstructorName("error_404_found")).toBe("error404Found");
});

test("a reserved word is no name for a variable", () => {
  expect(variableName("delete")).toBe("delete_");
  expect(variableName("emails")).toBe("emails");
});
