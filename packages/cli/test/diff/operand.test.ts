import { expect, test } from "vitest";
import { readOperand } from "../../src/operands/operand.ts";

test.each<readonly [string, object]>([
  ["lock", { kind: "lock" }],
  ["./lock", { kind: "folder", path: "./lock" }],
  [".", { kind: "folder", path: "." }],
  ["..", { kind: "folder", path: ".." }],
  ["../old", { kind: "folder", path: "../old" }],
  ["/srv/old", { kind: "folder", path: "/srv/old" }],
  [String.raw`C:\old`, { kind: "folder", path: String.raw`C:\old` }],
  ["./acme-schemas-1.4.0.tgz", { kind: "folder", path: "./acme-schemas-1.4.0.tgz" }],
  ["main", { kind: "revision", revision: "main" }],
  ["HEAD~1", { kind: "revision", revision: "HEAD~1" }],
  ["HEAD@{1}", { kind: "revision", revision: "HEAD@{1}" }],
  ["feature/x", { kind: "revision", revision: "feature/x" }],
  ["refs/heads/lock", { kind: "revision", revision: "refs/heads/lock" }],
  ["@acme/schemas", { kind: "package", name: "@acme/schemas" }],
  ["@acme/schemas@1.4.0", { kind: "package", name: "@acme/schemas", version: "1.4.0" }],
  ["@acme/schemas@^1", { kind: "package", name: "@acme/schemas", version: "^1" }],
  ["schemas@latest", { kind: "package", name: "schemas", version: "latest" }],
  ["stdio:node server.js", { kind: "process", command: ["node", "server.js"] }],
  [`stdio:"my node" --x='a b'`, { kind: "process", command: ["my node", "--x=a b"] }],
  ["https://example.com/mcp", { kind: "url", url: "https://example.com/mcp" }],
])("`%s` is read by its form", (text, operand) => expect(readOperand(text)).toEqual(operand));

test.each([
  ["-p", "names nothing to compare with"],
  ["--upload-pack=touch x", "names nothing to compare with"],
  ["", "names nothing to compare with"],
  ["a b", "names nothing to compare with"],
  ["main\n--help", "names nothing to compare with"],
  ["@acme", "names no package"],
  ["@acme/../../etc", "names no package"],
  ["schemas@git+ssh://evil.test/x", "is no version of a package"],
  ["schemas@file:../x", "is no version of a package"],
  ["schemas@npm:other", "is no version of a package"],
  ["@acme/schemas@../x", "is no version of a package"],
  ["@acme/schemas@--registry", "is no version of a package"],
  ["stdio:", "needs the command"],
  ["stdio:node 'x", "a quote that nothing ends"],
])("`%s` is refused", (text, message) => expect(() => readOperand(text)).toThrow(message));
