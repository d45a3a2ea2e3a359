import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "astro";

type Plugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

const here = (file: string): string =>
  fileURLToPath(new URL(`../../../src/try/in-page/${file}`, import.meta.url));

/** What the stages of a server load in Node.js, and what they get in a page. */
const replaced: Readonly<Record<string, string>> = {
  "node:async_hooks": here("async-hooks.ts"),
  "node:crypto": here("crypto.ts"),
};

/** A module of the server, installed or in its repository. */
const ownModule = /\/(?:@proviso|packages)\/server\/(?:dist|src)\//;

const globals = ["Buffer", "setImmediate", "setInterval", "setTimeout"] as const;

/** Lets the stages of `@proviso/server` run in the pages of a site. Nothing else of the site is touched. */
export function stagesInPage(): Plugin {
  return {
    name: "proviso-stages-in-page",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: (source) => (Object.hasOwn(replaced, source) ? replaced[source] : undefined),
    transform(code, id) {
      if (!ownModule.test(id) || !globals.some((name) => code.includes(name))) return undefined;
      return {
        code: `import { ${globals.join(", ")} } from ${JSON.stringify(here("globals.ts"))};${code}`,
        map: null,
      };
    },
  };
}
