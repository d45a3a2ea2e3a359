/** The settings of the site that is built, as `siteConfig` got them. */
declare module "virtual:proviso-site" {
  export const title: string;
  /** The folder of the generated pages. */
  export const docs: string;
  /** The folder of the project whose tools are shown: its contracts are there. */
  export const project: string;
  /** Folders with pages. Of two pages with one address the later folder's is shown. */
  export const pages: readonly string[];
}
