// MCP Inspector's command line: a process for each request.
import { writeConfig } from "../config-file.mjs";
import { outputOf, programOf } from "../program.mjs";

export const asksPerson = false;

const program = programOf("@modelcontextprotocol/inspector", "mcp-inspector");

export async function connect(target) {
  const server = ["--config", writeConfig(target), "--server", "backoffice"];
  // A busy machine needs more than the half minute that it gives a server to start.
  const patience = ["--connect-timeout", "600000"];
  const signIn = target.callback ? ["--callback-url", target.callback] : [];
  const ask = (...argv) => outputOf(program, ["--cli", ...server, ...patience, ...signIn, ...argv]);
  return {
    async list() {
      const { stdout, text } = await ask("--method", "tools/list");
      try {
        return JSON.parse(stdout).tools.map(({ name }) => name);
      } catch {
        throw new Error(text);
      }
    },
    async call(name, input) {
      const values = Object.entries(input).flatMap(([key, value]) => ["--tool-arg", `${key}=${value}`]);
      return (await ask("--method", "tools/call", "--tool-name", name, ...values)).text;
    },
    close: async () => {},
  };
}
