import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { IncomingMessage } from "node:http";
import { wholeLines } from "../src/protocol/sdk.ts";
import { bearerToken } from "../src/state/host-token.ts";
import { nameOfSource } from "../src/state/data-folder.ts";
import { readCommandLine } from "../src/commands/options.ts";
import type { UpstreamSource } from "../src/index.ts";

test.each<[UpstreamSource, string]>([
  [{ command: "npx", args: ["-y", "@scope/server-files@1.2.3", "/data"] }, "server-files"],
  [{ command: "/usr/bin/python3", args: ["server.py"] }, "server"],
  [{ command: "python3", args: ["-m", "weather_server"] }, "weather-server"],
  [{ command: "node", args: ["/x/server-everything/dist/index.js"] }, "server-everything"],
  [{ command: "./My Tool.exe", args: [] }, "my-tool"],
  [{ url: new URL("https://mcp.example.com:8443/mcp?key=1"), headers: {} }, "mcp-example-com"],
])("the upstream %j is called %s", (source, name) => expect(nameOfSource(source)).toBe(name));

test("bytes are passed on in whole lines, and a line above the limit ends the stream", async () => {
  const [input, lines] = [new PassThrough(), wholeLines(10)];
  const chunks: string[] = [];
  input.pipe(lines);
  lines.on("data", (chunk: Buffer) => void chunks.push(chunk.toString()));
  const ended = new Promise<string>((resolve) => lines.once("error", ({ message }) => resolve(message)));
  for (const part of ["ab", "c\nd", "e\nf\ng", "h\n", "0123456789", "x"]) input.write(part);
  expect(await ended).toBe("a message has more than 10 bytes");
  expect(chunks).toEqual(["abc\n", "de\nf\n", "gh\n"]);
});

test("only the right bearer token is somebody", () => {
  const principal = { id: "a", kind: "agent" as const, permissions: [] };
  const ask = bearerToken("right", principal);
  const given = (authorization?: string): unknown =>
    ask({ headers: authorization === undefined ? {} : { authorization } } as IncomingMessage);
  expect(given("Bearer right")).toBe(principal);
  expect(given("bearer right")).toBe(principal);
  for (const wrong of [undefined, "", "right", "Basic right", "Bearer", "Bearer Right", "Bearer rightx"])
    expect([wrong, given(wrong)]).toEqual([wrong, undefined]);
});

test.each([
  [[], "name one upstream"],
  [["--url", "https://x.example/mcp", "--", "node"], "name one upstream"],
  [["--url", "file:///etc/passwd"], "must be an http or https address"],
  [["--unlisted", "run", "--", "x"], "takes one of `ask`, `hide`, `refuse`"],
  [["--trust", "all", "--", "x"], "takes `hints`"],
  [["--listen", "port", "--", "x"], "must be a port"],
  [["--name", "Two Words", "--", "x"], "must be a word"],
  [["--nothing", "--", "x"], "--nothing"],
  [["--env-file", "no-such-file", "--", "x"], "there is no file"],
])("the command line %j is refused", (words, message) =>
  expect(() => readCommandLine(words, "/tmp")).toThrow(message),
);

test("what follows `--` is the upstream's, whatever it looks like", () => {
  const words = ["--trust", "hints", "--", "node", "--trust", "x", "--"];
  expect(readCommandLine(words, "/tmp").upstreams).toMatchObject([
    {
      source: { command: "node", args: ["--trust", "x", "--"], env: {} },
      trustsHints: true,
      unlisted: "ask",
    },
  ]);
});
