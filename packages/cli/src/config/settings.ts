import { type RuleSettings, defaultBudget, findEntry, isConfigurable, rules } from "@proviso/compiler";
import { type EmitterName, emitterNames } from "@proviso/emitters/names";
import type { Config, LocatedSetting, Output } from "./config.ts";
import { docsShape } from "./docs-settings.ts";
import { configErrors } from "./problems.ts";
import { wrongValue, type Settings, type SettingShape } from "./setting.ts";
import { folder, globs, mapOf, oneOfSetting, settingsMap, textLike, wholeNumberSetting } from "./shapes.ts";
import { rolesShape } from "./roles.ts";
import { waiverList } from "./waiver-list.ts";

/** The keys of `proviso.yaml`. */
export interface Written extends Omit<Config, "importEnding"> {
  readonly proviso: 1;
  readonly importExtension?: keyof typeof importEndings;
  readonly gateway?: true;
}

/** `proviso gateway` reads it, and says what is wrong in it. */
const gatewayServers: SettingShape<true> = {
  schema: { type: "object", additionalProperties: { type: "object" } },
  read: (entry, report) =>
    entry.value.kind === "map" ? true : wrongValue(entry, "a map of names to servers", report),
};

const severities = ["off", "info", "warning", "error"] as const;
const severityList = severities.map((severity) => `\`${severity}\``).join(", ");
/** Only lint rules can be configured: the other rules define what a contract means. */
const lintCodes = rules.map(({ code }) => code).filter(isConfigurable);
const budgetCharacters = wholeNumberSetting("a whole number of characters above 0");

const outputFolders: SettingShape<Readonly<Record<string, LocatedSetting<string>>>> = mapOf(
  emitterNames,
  folder,
  `a map of ${emitterNames.map((name) => `\`${name}\``).join(", ")} to folders`,
);
/** Outputs that import the types and contracts of the output `schemas`. */
const importSettings: readonly EmitterName[] = ["server", "client"];

const outputSettings: SettingShape<readonly Output[]> = {
  schema: {
    ...outputFolders.schema,
    dependentRequired: Object.fromEntries(importSettings.map((name) => [name, ["schemas"]])),
  },
  read(entry, report) {
    const folders = outputFolders.read(entry, report);
    if (!folders || entry.value.kind !== "map") return undefined;
    const dependent = entry.value.entries.find(({ key }) => importSettings.some((name) => name === key));
    if (dependent && !findEntry(entry.value, "schemas"))
      report(configErrors.at(dependent.keySpan, "missing-schemas", { output: dependent.key }));
    return emitterNames.flatMap((emitter) => {
      const found = folders[emitter];
      return found ? [{ emitter, folder: found.value, span: found.span }] : [];
    });
  },
};

/** How relative imports end, by the word for it. */
export const importEndings = { ts: ".ts", js: ".js", none: "" } as const;
const importExtensions = Object.keys(importEndings) as readonly (keyof typeof importEndings)[];

/** All keys of `proviso.yaml`. The reader and the schema for editors both come from this table. */
export const settings: Settings<Written> = {
  proviso: {
    description: "The version of this format.",
    example: "proviso: 1",
    required: true,
    shape: oneOfSetting([1], "`1`"),
  },
  product: {
    description: "The product that the tools belong to. Generated code is named after it.",
    example: "product: backoffice",
    required: true,
    shape: textLike(/^[a-z][a-z0-9-]*$/, "a word such as `backoffice`"),
  },
  contracts: {
    description: "Which files are contracts: globs from the folder of this file; `!` excludes.",
    example: "contracts: [contracts/*.yaml]",
    required: true,
    shape: globs,
  },
  wireNames: {
    description:
      "How `emails.send` is listed over MCP: `emails_send` with `underscore` (the default), as it is with `dotted`.",
    example: "wireNames: underscore",
    fallback: "underscore",
    shape: oneOfSetting(["underscore", "dotted"], "`underscore` or `dotted`"),
  },
  layout: {
    description:
      "What an output is: a package of its own with `packages` (the default); with `folders` a folder in the source of a package that exists.",
    example: "layout: folders",
    fallback: "packages",
    shape: oneOfSetting(["packages", "folders"], "`packages` or `folders`"),
  },
  importExtension: {
    description:
      "How relative imports of folders and handlers end: `ts`, `js` or `none`. By default `ts` if the project's tsconfig.json allows it or there is none, else `js`.",
    example: "importExtension: js",
    shape: oneOfSetting(importExtensions, "`ts`, `js` or `none`"),
  },
  packages: {
    description:
      "The npm scope, the licence and the access of the generated packages. Left out if `layout` is `folders`.",
    example: 'packages: { scope: "@acme", license: MIT }',
    shape: settingsMap(
      {
        scope: {
          description: "The npm scope, with its `@`.",
          example: 'scope: "@acme"',
          required: true,
          shape: textLike(/^@[a-z0-9][a-z0-9._-]*$/, "an npm scope such as `@acme`"),
        },
        license: {
          description: "An SPDX expression; `UNLICENSED` by default.",
          example: "license: MIT",
          fallback: "UNLICENSED",
          shape: textLike(/^[\w.+() -]+$/, "an SPDX expression such as `MIT`"),
        },
        access: {
          description:
            "Who may install the packages from a registry: nobody with `private` (the default), the members of the scope with `restricted`, everybody with `public`. `docs` names forbidden tools, so it is always private.",
          example: "access: public",
          fallback: "private",
          shape: oneOfSetting(["private", "restricted", "public"], "`private`, `restricted` or `public`"),
        },
      },
      "a map with `scope`, `license` and `access`",
    ),
  },
  outputs: {
    description:
      "What to generate, and the folder of each. Proviso removes what it did not write there. `server` and `client` need `schemas`.",
    example: "outputs: { server: packages/generated/server }",
    required: true,
    shape: outputSettings,
  },
  handlers: {
    description: "Where a file of handlers for each domain is written once; it is yours from then on.",
    example: "handlers: src/handlers",
    shape: folder,
  },
  templates: {
    description: "A folder of `NAME.hbs` files that replace the built-in Markdown templates.",
    example: "templates: templates",
    shape: folder,
  },
  dev: {
    description: "What `proviso dev` runs, if it is not the package of the project.",
    example: "dev: { package: apps/server }",
    shape: settingsMap(
      {
        package: {
          description: "The folder of the package whose scripts `build` and `start` it uses.",
          example: "package: apps/server",
          required: true,
          shape: folder,
        },
      },
      "a map with `package`",
    ),
  },
  docs: {
    description: "The site that `proviso docs` makes.",
    example: "docs: { title: Shop tools }",
    shape: docsShape,
  },
  rules: {
    description: "The severity of rules under `lint/`: `off`, `info` (advice), `warning` or `error`.",
    example: "rules: {}",
    fallback: {},
    shape: mapOf(
      lintCodes,
      oneOfSetting(severities, `one of ${severityList}`),
      `a map of rule names to ${severityList}`,
    ) as SettingShape<RuleSettings>,
  },
  contextBudget: {
    description: `Characters of an agent's context, of one tool (${defaultBudget.tool} by default) and of the list of all (${defaultBudget.list}).`,
    example: "contextBudget: { tool: 8000, list: 100000 }",
    fallback: defaultBudget,
    shape: settingsMap(
      {
        tool: {
          description: "Of one tool.",
          example: "tool: 8000",
          fallback: defaultBudget.tool,
          shape: budgetCharacters,
        },
        list: {
          description: "Of the list of all tools.",
          example: "list: 100000",
          fallback: defaultBudget.list,
          shape: budgetCharacters,
        },
      },
      "a map with `tool` and `list`, in characters",
    ),
  },
  gateway: {
    description:
      "Servers of others, by name, that `proviso gateway --upstream NAME` stands before: `command` or `url`, the gateway's options, and what comes out of `resources` and `prompts`.",
    example: "gateway: { files: { command: [node, server.js] } }",
    shape: gatewayServers,
  },
  roles: {
    description:
      "Named sets of permissions, of which `proviso prove --grant` and the page about agents say what they open. Who has a role is decided by your sign-in.",
    example: "roles: { support: [customers:read] }",
    fallback: {},
    shape: rolesShape,
  },
  waivers: {
    description:
      "Changes that `proviso diff` does not fail on: each one change, by its kind and its fingerprint, with the reason, until a day.",
    example: "waivers: []",
    fallback: [],
    shape: waiverList,
  },
};
