import { resolve } from "node:path";
import { UsageError, type HelpArgument, flag, readWords, takes, textOf, valuesOf } from "@proviso/terminal";
import { gatewayArgs } from "./options.ts";
import { hosts, type HostConfig } from "../install/hosts.ts";

export const installArgs: Readonly<Record<string, HelpArgument>> = {
  host: takes("name", "Only the configuration of this host. By default those of all hosts that are found.", {
    options: hosts.map(({ name }) => name),
  }),
  config: takes("file", "The configuration at this place; needs --host."),
  server: takes("name", "Only this server; may be given several times.", { multiple: true }),
  yes: flag("Write the change that is shown. Without it, nothing is written."),
};

export interface InstallLine {
  /** The configurations, with the host that reads each. */
  readonly files: readonly { readonly host: HostConfig; readonly path: string }[];
  readonly servers: readonly string[];
  readonly yes: boolean;
  /** The options of the gateway, which each wrapped entry gets. */
  readonly gateway: readonly string[];
}

/** Options of the gateway that are written into each entry. */
const entryOptions = ["contracts", "trust", "unlisted"] as const;

/** Reads a command line. What the command does not know are options of the gateway, such as `--trust hints`. */
export function readInstallLine(words: readonly string[], cwd: string, takesGateway: boolean): InstallLine {
  const own = takesGateway ? entryOptions : [];
  const args = { ...installArgs, ...Object.fromEntries(own.map((name) => [name, gatewayArgs[name] ?? {}])) };
  const { values, positionals } = readWords(args, words);
  if (positionals.length > 0) throw new UsageError(`\`${positionals[0]}\` is no option`);
  const [host, config] = [textOf(values["host"]), textOf(values["config"])];
  const chosen = hosts.filter(({ name }) => host === undefined || name === host);
  const [only] = chosen;
  if (config !== undefined && (host === undefined || !only))
    throw new UsageError("`--config` needs `--host`");
  const files =
    config !== undefined && only
      ? [{ host: only, path: resolve(cwd, config) }]
      : chosen.flatMap((each) => each.files(cwd).map((path) => ({ host: each, path })));
  const gateway = own.flatMap((name) => {
    const value = textOf(values[name]);
    return value === undefined ? [] : [`--${name}`, name === "contracts" ? resolve(cwd, value) : value];
  });
  return { files, servers: valuesOf(values["server"]), yes: values["yes"] === true, gateway };
}
