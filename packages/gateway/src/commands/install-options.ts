import { resolve } from "node:path";
import { UsageError, type HelpArgument, flag, takes } from "@proviso/terminal";
import { readWords } from "./words.ts";
import { hosts, type HostConfig } from "../install/hosts.ts";

export const installArgs: Readonly<Record<string, HelpArgument>> = {
  host: {
    type: "string",
    valueHint: "name",
    options: hosts.map(({ name }) => name),
    description: "Only the configuration of this host. By default those of all hosts that are found.",
  },
  config: takes("file", "The configuration at this place; needs --host."),
  server: takes("name", "Only this server; may be given several times."),
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

/** Reads a command line. What the command does not know are options of the gateway, such as `--trust hints`. */
export function readInstallLine(words: readonly string[], cwd: string, takesGateway: boolean): InstallLine {
  const options = {
    host: { type: "string" },
    config: { type: "string" },
    server: { type: "string", multiple: true },
    yes: { type: "boolean" },
    ...(takesGateway &&
      ({ trust: { type: "string" }, unlisted: { type: "string" }, contracts: { type: "string" } } as const)),
  } as const;
  const { values, positionals } = readWords(words, options);
  if (positionals.length > 0) throw new UsageError(`\`${positionals[0]}\` is no option`);
  const chosen = hosts.filter(({ name }) => values.host === undefined || name === values.host);
  if (chosen.length === 0)
    throw new UsageError(`\`--host\` takes one of ${hosts.map(({ name }) => `\`${name}\``).join(", ")}`);
  const [only] = chosen;
  if (values.config !== undefined && (values.host === undefined || !only))
    throw new UsageError("`--config` needs `--host`");
  const files =
    values.config !== undefined && only
      ? [{ host: only, path: resolve(cwd, values.config) }]
      : chosen.flatMap((host) => host.files(cwd).map((path) => ({ host, path })));
  const { trust, unlisted, contracts } = values as Readonly<Record<string, unknown>>;
  const gateway = [
    ...(typeof contracts === "string" ? ["--contracts", resolve(cwd, contracts)] : []),
    ...(typeof trust === "string" ? ["--trust", trust] : []),
    ...(typeof unlisted === "string" ? ["--unlisted", unlisted] : []),
  ];
  return { files, servers: values.server ?? [], yes: values.yes === true, gateway };
}
