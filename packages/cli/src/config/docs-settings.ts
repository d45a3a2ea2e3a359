import type { LocatedSetting, SiteConfig } from "./config.ts";
import type { Settings, SettingShape } from "./setting.ts";
import { folder, settingsMap, textLike } from "./shapes.ts";

/** An image of the project that browsers show, also as the icon of a page. */
const imagePath = textLike(
  /^(?![/\\]|[a-zA-Z]:)(?![\s\S]*\.\.)[^\\]+\.(?:svg|png|jpg|gif)$/,
  "an image of the project, such as `assets/logo.svg` (svg, png, jpg or gif)",
);

/** Written by `proviso verify --format json` or `proviso audit export --format use`. */
const reportPath = textLike(
  /^(?![/\\]|[a-zA-Z]:)(?![\s\S]*\.\.)[^\\]+\.json$/,
  "a JSON file of the project, such as `reports/verify.json`",
);

const located = (shape: SettingShape<string>): SettingShape<LocatedSetting<string>> => ({
  schema: shape.schema,
  read(entry, report) {
    const value = shape.read(entry, report);
    return value === undefined ? undefined : { value, span: entry.value.span };
  },
});

const settings: Settings<SiteConfig> = {
  title: {
    description:
      "The name of the site, beside the logo and in the titles of its pages; by default the product.",
    example: "title: Shop tools",
    shape: textLike(/^\S.{0,79}$/, "a line of at most 80 characters"),
  },
  logo: {
    description: "An image beside the title, and the icon of the pages.",
    example: "logo: assets/logo.svg",
    shape: located(imagePath),
  },
  accent: {
    description:
      "A colour whose hue links and buttons have; its lightness is chosen so that they can be read.",
    example: 'accent: "#0b6e4f"',
    shape: textLike(/^#[0-9a-fA-F]{6}$/, 'a colour such as `"#0b6e4f"`'),
  },
  url: {
    description:
      "Where the site will be, without the path: with it, the site has a sitemap, and links to it show a picture.",
    example: "url: https://docs.example.com",
    shape: textLike(
      /^https?:\/\/[a-zA-Z0-9][a-zA-Z0-9.-]*(?::\d{1,5})?$/,
      "an address without a path, such as `https://docs.example.com`",
    ),
  },
  base: {
    description: "The path under which the site is served; `/` by default.",
    example: "base: /tools/",
    shape: textLike(
      /^\/(?:[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*\/)*$/,
      "a path with `/` at both ends, such as `/tools/`",
    ),
  },
  pages: {
    description: "A folder of Markdown pages of your own; `index.md` becomes the home page.",
    example: "pages: pages",
    shape: folder,
  },
  verified: {
    description:
      "A report of `proviso verify --format json`: the page of each tool says when and how its clauses were tried.",
    example: "verified: reports/verify.json",
    shape: located(reportPath),
  },
  ledger: {
    description:
      "What `proviso gateway --ledger --json` has printed: the page of each tool says which of its clauses hold behind the gateway.",
    example: "ledger: reports/ledger.json",
    shape: located(reportPath),
  },
  used: {
    description:
      "Sums of `proviso audit export FILE --format use`: each tool's page and the list of tools say how often it was called, and by whom.",
    example: "used: reports/use.json",
    shape: located(reportPath),
  },
  holders: {
    description:
      "The permissions of people or roles, by their names, as JSON or YAML: pages say who holds a permission and who can call a tool.",
    example: "holders: reports/holders.yaml",
    shape: located(
      textLike(
        /^(?![/\\]|[a-zA-Z]:)(?![\s\S]*\.\.)[^\\]+\.(?:json|ya?ml)$/,
        "a JSON or YAML file of the project, such as `reports/holders.yaml`",
      ),
    ),
  },
};

/** The site that `proviso docs` makes. */
export const docsShape: SettingShape<SiteConfig> = settingsMap(
  settings,
  "a map with `title`, `logo`, `accent`, `url`, `base`, `pages`, `verified`, `ledger`, `used` and `holders`",
);
