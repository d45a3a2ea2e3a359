// mcporter's command line: a process for each request. A tool is named `server.tool`, so a dot in its name misleads it.
import { writeConfig } from "../config-file.mjs";
import { outputOf, programOf } from "../program.mjs";

export const asksPerson = false;

const program = programOf("mcporter");
/** Milliseconds. A busy machine needs more than the half minute that it gives a server to start. */
const patience = { MCPORTER_LIST_TIMEOUT: "600000", MCPORTER_CALL_TIMEOUT: "600000" };

export async function connect(target) {
  const config = writeConfig(target);
  const ask = (...argv) => outputOf(program, ["--config", config, ...argv], patience);
  return {
    async list() {
      const { stdout, text } = await ask("list", "backoffice", "--json");
      try {
        return JSON.parse(stdout).tools.map(({ name }) => name);
      } catch {
        throw new Error(text);
      }
    },
    async call(name, input) {
      const argv = ["--args", JSON.stringify(input), "--output", "json"];
      return (await ask("call", `backoffice.${name}`, ...argv)).text;
    },
    close: async () => {},
  };
}
