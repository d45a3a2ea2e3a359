import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "astro";

type Plugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

const here = (file: string): string =>
  fileURLToPath(new URL(`../../../src/try/in-page/${file}`, import.meta.url));

/** What the stages of a server load in Node.js, and what they get in a page. */
const replaced: Readonly<Record<string, string>> = {
  "node:async_hooks": here("globals.ts"),
  "node:crypto": here("crypto.ts"),
};
const globals = ["Buffer", "setImmediate", "setInterval", "setTimeout"];

const plugin: Plugin = {
  name: "proviso-stages-in-page",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId: (source) => (Object.hasOwn(replaced, source) ? replaced[source] : undefined),
  transform(code, id) {
    // Only modules of the server, installed or in its repository.
    const isOwn = /\/(?:@proviso|packages)\/server\/(?:dist|src)\//.test(id);
    if (!isOwn || !globals.some((name) => code.includes(name))) return undefined;
    const from = JSON.stringify(here("globals.ts"));
    return { code: `import { ${globals.join(", ")} } from ${from};${code}`, map: null };
  },
};

/** Lets the stages of `@proviso/server` run in the pages of a site. */
export function stagesInPage(): Pick<ViteUserConfig, "optimizeDeps" | "plugins"> {
  // While a site is served, Vite bundles what an installed package loads only if it is named here.
  const include = ["@proviso/manifest", "@proviso/server/gate"].map((name) => `@proviso/site > ${name}`);
  return { plugins: [plugin], optimizeDeps: { include, rolldownOptions: { plugins: [plugin] } } };
}
