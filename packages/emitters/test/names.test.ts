import { describe, expect, test } from "vitest";
import {
  createServerName,
  nameDomains,
  nameTools,
  pascalCase,
  productClient,
  variableName,
} from "../src/naming/names.ts";
import type { DomainOutline } from "../src/naming/domain-outline.ts";

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
    reconciled: [],
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
  test("never are those of a dry run, whatever these are called themselves", () =>
    check(domain("a", ["send_1!", "send1!", "plan_send1", "plan_send_1"]), {
      methods: ["send_1", "send1", "plan_send1", "plan_send_1"],
    }));
  test("may be those of the object prototype", () =>
    check(domain("a", ["constructor", "to_string"]), { methods: ["constructor", "toString"] }));
});

describe("names of types", () => {
  test("begin with a capital letter", () => check(domain("files", [], ["fileId"]), { types: ["FileId"] }));
  test("carry the domain's name where the runtime or the language has that name", () =>
    check(domain("files", [], ["plan", "record", "jsonObject"]), {
      types: ["FilesJsonObject", "FilesRecord", "Plan"],
    }));
  test("carry the domain's name where a tool has a type of that name", () =>
    check(domain("files", ["get"], ["getInput", "getFailures", "filesTools"]), {
      types: ["FilesFilesTools", "FilesGetFailures", "FilesGetInput"],
    }));
  test("are distinct in any case", () =>
    check(domain("files", [], ["filesRecord", "record"]), { types: ["FilesRecord", "FilesRecord_"] }));
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

describe("names of a product", () => {
  const client = (product: string, ...domains: readonly string[]) =>
    productClient(product, [...nameDomains(domains.map((name) => domain(name, ["get"]))).values()]);

  test("are those of its client and its server", () => {
    expect(client("acme-shop", "notes")).toEqual({ type: "AcmeShopClient", create: "createAcmeShopClient" });
    expect(createServerName("acme-shop")).toBe("createAcmeShopServer");
  });
  test("are not those of a domain", () => {
    expect(client("memory", "memory")).toEqual({ type: "WholeMemoryClient", create: "createMemoryClient" });
    expect(client("memory", "create_memory")).toEqual({
      type: "MemoryClient",
      create: "createMemoryClient",
    });
  });
  test("are not those of the runtime", () => {
    expect(createServerName("enforcing")).toBe("createEnforcingServer_");
  });
});

test("words change their case and nothing else", () => {
  expect(pascalCase("acme-shop.eu")).toBe("AcmeShopEu");
});

test("a reserved word is no name for a variable", () => {
  expect(variableName("delete")).toBe("delete_");
  expect(variableName("emails")).toBe("emails");
});
