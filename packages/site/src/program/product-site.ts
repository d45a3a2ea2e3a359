import type { Reports } from "../project/read-reports.ts";

/** What `proviso docs` says of a product's site. Paths are absolute. */
export interface ProductSite {
  readonly title: string;
  /** An image beside the title. */
  readonly logo?: string;
  /** A colour, whose hue links and buttons have: `#0b6e4f`. */
  readonly accent?: string;
  /** Where the site will be, without the path. */
  readonly url?: string;
  readonly base: string;
  /** A folder with pages of the product's own. */
  readonly pages?: string;
  readonly reports: Reports;
  /** The folder of the pages that Proviso generated. */
  readonly docs: string;
  /** The folder of the project. */
  readonly project: string;
  /** A folder for what is no part of the site. */
  readonly work: string;
  /** Where the site is built. All that is there is replaced. */
  readonly out: string;
  readonly host: string;
  readonly port: number;
}
