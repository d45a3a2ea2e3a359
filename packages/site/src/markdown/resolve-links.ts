import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineHastPlugin, type HastPluginDefinition } from "satteri";
import { pageId } from "./page-id.ts";

/**
 * Pages link to relative `.md` files, so that they work on GitHub; here these links become addresses of the site. A link that starts with
 * `/` is an address of the site already, and gets its base.
 */
export function resolveLinks(folders: readonly string[], base: string): HastPluginDefinition {
  const root = base.replace(/\/$/, "");
  return defineHastPlugin({
    name: "resolve-links",
    element: {
      filter: ["a"],
      visit(node, context) {
        const href = node.properties["href"];
        if (typeof href !== "string") return;
        if (/^\/(?!\/)/.test(href)) context.setProperty(node, "href", `${root}${href}`);
        if (!/^[^:#]+\.md(?:#.*)?$/.test(href) || !context.fileURL) return;
        const target = new URL(href, context.fileURL);
        const path = folders
          .map((folder) => relative(folder, fileURLToPath(target)))
          .find((each) => !each.startsWith(".."));
        if (path !== undefined)
          context.setProperty(
            node,
            "href",
            `${root}/${pageId(path.replaceAll(sep, "/"))}/${target.hash}`.replace("/index/", "/"),
          );
      },
    },
  });
}
