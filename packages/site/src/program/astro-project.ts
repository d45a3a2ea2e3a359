import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroInlineConfig } from "astro";
import { siteConfig } from "../site.ts";
import { accentStyle } from "./accent-style.ts";
import type { ProductSite } from "./product-site.ts";
import { productSidebar } from "./sidebar.ts";

const ownFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Writes the project that Astro builds into the folder for work, and returns its configuration. */
export function astroProject(site: ProductSite): AstroInlineConfig & { readonly root: string } {
  const { title, logo, url, base, pages, docs, project, work, out, host, port, reports } = site;
  const root = join(work, "astro");
  const source = join(root, "src");
  const modules = modulesFolder(ownFolder);
  const icon = `favicon${logo === undefined ? ".svg" : extname(logo)}`;
  refuseDistant(root);
  writeSources(site, root, icon);
  // Astro looks for packages from its project on; only this package may find them.
  linkFolder(join(root, "node_modules"), modules);
  linkFolder(join(source, "content/docs"), pages);
  const { vite, ...config } = siteConfig({
    title,
    docs,
    project,
    site: url,
    base,
    pages: pages === undefined ? [] : [join(source, "content/docs")],
    reports,
    ...(logo === undefined ? {} : { logo: { src: logo, alt: "" } }),
    favicon: `/${icon}`,
    customCss: [join(source, "accent.css")],
    sidebar: productSidebar(pages, project),
  });
  const readable = [work, join(ownFolder, "src"), installedIn(modules), pages, logo];
  const allow = readable.filter((path) => path !== undefined);
  return {
    ...config,
    configFile: false,
    root,
    outDir: out,
    cacheDir: join(root, "cache"),
    logLevel: "error",
    server: { host, port },
    vite: { ...vite, cacheDir: join(root, "vite"), server: { strictPort: true, fs: { allow } } },
  };
}

/** Writes the files of the project. */
function writeSources({ logo, accent }: ProductSite, root: string, icon: string): void {
  const publicFolder = join(root, "public");
  rmSync(publicFolder, { recursive: true, force: true });
  cpSync(join(ownFolder, "public"), publicFolder, { recursive: true });
  if (logo !== undefined) copyFileSync(logo, join(publicFolder, icon));
  const collections = JSON.stringify(join(ownFolder, "src/content/site-collections.ts"));
  const files = {
    "package.json": '{ "type": "module", "dependencies": { "@astrojs/starlight": "*" } }\n',
    "src/content.config.mjs": `import { siteCollections } from ${collections};\nexport const collections = siteCollections();\n`,
    "src/accent.css": accent === undefined ? "" : accentStyle(accent),
  };
  mkdirSync(join(root, "src/content"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
}

/** Makes a link to a folder, instead of one of an earlier run. */
function linkFolder(path: string, target: string | undefined): void {
  rmSync(path, { force: true });
  if (target !== undefined) symlinkSync(target, path, "junction");
}

/** Astro takes a file that shares no folder with its project for one of the project. */
function refuseDistant(root: string): void {
  const [mine, theirs] = [ownFolder, root].map((path) => path.split(sep)[1]);
  if (mine !== theirs)
    throw new Error(
      `@proviso/site is in ${ownFolder}, and the project in ${root}: install it in the project, not behind a link`,
    );
}

/** The nearest `node_modules` in which a folder finds Astro. */
function modulesFolder(folder: string): string {
  const modules = basename(folder) === "node_modules" ? folder : join(folder, "node_modules");
  if (existsSync(join(modules, "astro"))) return modules;
  if (dirname(folder) === folder) throw new Error("astro is not installed: install @proviso/site again");
  return modulesFolder(dirname(folder));
}

/** The `node_modules` that holds the files behind its links. */
function installedIn(modules: string): string {
  const path = realpathSync(join(modules, "astro"));
  const inside = `${sep}node_modules${sep}`;
  return path.slice(0, path.indexOf(inside) + inside.length);
}
