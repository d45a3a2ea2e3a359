import type { DiagnosticPage } from "@proviso/compiler/explain";
import type { ConfigProblems } from "./problems.ts";

const plainConfig = `proviso: 1
product: acme
contracts: [contracts/*.yaml]
packages: { scope: "@acme", license: MIT }
outputs: { schemas: out/schemas, server: out/server, client: out/client }
`;

/** A configuration with one part replaced, twice: the mistake and its correction. */
function configExample(part: string, wrong: string, right = part): Pick<DiagnosticPage, "wrong" | "right"> {
  const file = (replacement: string): DiagnosticPage["wrong"] => [
    { path: "proviso.yaml", text: plainConfig.replace(part, replacement) },
  ];
  return { wrong: file(wrong), right: file(right) };
}

/** A page for every finding in `proviso.yaml`. */
export const configPages: Readonly<Record<keyof ConfigProblems, DiagnosticPage>> = {
  "unknown-key": {
    means:
      "There is no such key in the configuration. Nothing is ignored: a misspelt key would quietly do nothing.",
    fix: "Correct the name, or remove the key.",
    ...configExample("product:", "wireName: dotted\nproduct:", "wireNames: dotted\nproduct:"),
  },
  "missing-key": {
    means: "The configuration needs this key, and there is no value that would suit every project.",
    fix: "Add it; the hint shows one.",
    ...configExample("product: acme\n", ""),
  },
  "wrong-value": {
    means: "The key takes another kind of value than this.",
    fix: "Write a value of the kind that the message names.",
    ...configExample("contracts: [contracts/*.yaml]", "contracts: contracts/*.yaml"),
  },
  "unsafe-folder": {
    means:
      "Proviso writes and removes files in the folders named here. So each is a real folder inside the project, has a name that every system can hold, and holds neither contracts nor what belongs to another program, such as `.git` and `node_modules`.",
    fix: "Name a folder relative to `proviso.yaml`, with `/` between its parts.",
    ...configExample("server: out/server", "server: ../server"),
  },
  "overlapping-folders": {
    means:
      "One folder lies inside another. Files of the inner one would count as left over in the outer one, and be removed.",
    fix: "Give each a folder of its own.",
    ...configExample("client: out/client", "client: out/server/client"),
  },
  "missing-schemas": {
    means:
      "The generated server and client import the types of the tools and their contracts from the generated package `schemas`. Without it they would not compile.",
    fix: "Give `schemas` a folder too.",
    ...configExample("schemas: out/schemas, ", ""),
  },
  "no-contracts": {
    means:
      "No file matches. An empty set of contracts would generate packages without a tool, and is nobody's wish.",
    fix: "Correct the pattern, which starts from the folder of `proviso.yaml`, or write the first contract.",
    ...configExample("[contracts/*.yaml]", "[contract/*.yaml]"),
  },
  "no-file": {
    means:
      "Something has the name of a contract or a template and is a symbolic link, a folder or the like; or it lies behind a link. A link may lead out of the project, where nobody reviews what it says, so none is followed, and none is passed over in silence. Here `shared/notes.yaml` is a folder.",
    fix: "Put the file itself there, or take it away. What is there for something else is left out by a glob that begins with `!`.",
    ...configExample("[contracts/*.yaml]", "[contracts/*.yaml, shared/*.yaml]"),
  },
  "unknown-permission": {
    means:
      "A role holds a permission that no contract declares. What a role opens would look smaller than it is, so it is an error.",
    fix: "Correct the name, or take it out of the role.",
    ...configExample(
      "product:",
      "roles: { writer: [notes:wriet] }\nproduct:",
      "roles: { writer: [notes:write] }\nproduct:",
    ),
  },
  "unknown-template": {
    means:
      "A template is overridden by a file of the same name, and there is no template of this one. Here `templates` holds a file `tol.hbs`.",
    fix: "Rename the file; the names are those of the templates that Proviso brings along.",
    ...configExample("outputs:", "templates: templates\noutputs:", "outputs:"),
  },
};
