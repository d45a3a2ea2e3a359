import type { Page } from "@proviso/browser/start";

/** A picture of the product, taken in both themes. */
export interface Picture {
  /** Of the files `NAME-light.webp` and `NAME-dark.webp`; pages of the site show it with `<Picture name="NAME" …/>`. */
  readonly name: string;
  /** The built site, or the inspector or the inbox of the sample. */
  readonly from: "site" | "inspector" | "inbox";
  /** On the site, such as `tools/`. */
  readonly path?: string;
  /** Of the window, in CSS pixels; the file has twice as many. */
  readonly width: number;
  readonly height: number;
  /** Whether its words are kept beside it, for a test. */
  readonly keepsWords?: true;
  /** A CSS selector, if not the whole window is shown. */
  readonly part?: string;
  /** Brings the page into the state that is shown. */
  prepare?(page: Page): Promise<void>;
}

/** One entry for each picture. After a change: `./x pictures NAME`. */
export const pictures: readonly Picture[] = [
  {
    name: "inspector",
    from: "inspector",
    width: 1280,
    height: 900,
    async prepare(page) {
      await page.getByRole("button", { name: /^customers\.delete / }).click();
      await page.getByLabel("Call as").selectOption("tool");
      await page.getByRole("button", { name: "Plan (dry run)" }).click();
      await page.locator("#verdict", { hasText: "Planned" }).waitFor();
      await page.getByLabel("Call as").selectOption("none");
      await page.getByRole("button", { name: "Call", exact: true }).click();
      await page.locator("#verdict", { hasText: "Refused by authorize" }).waitFor();
    },
  },
  {
    name: "inspector-question",
    from: "inspector",
    width: 1280,
    height: 900,
    part: "#asked",
    async prepare(page) {
      await page.getByRole("button", { name: /^customers\.delete / }).click();
      await page.getByLabel("Call as").selectOption("tool");
      await page.getByRole("button", { name: "Call", exact: true }).click();
      await page.getByText("To approve, type").waitFor();
    },
  },
  {
    name: "inbox",
    from: "inbox",
    width: 390,
    height: 844,
    async prepare(page) {
      await page.getByRole("link", { name: 'Delete customer "cus_0005"' }).click();
      // In its first second the button takes no press, and is pale.
      await page
        .getByRole("button", { name: "Approve" })
        .and(page.locator(":not([aria-disabled])"))
        .waitFor();
    },
  },
  { name: "explorer", keepsWords: true, from: "site", path: "tools/", width: 1280, height: 800 },
  { name: "tool", from: "site", path: "tools/customers/delete/", width: 1280, height: 900 },
];
