import { expect, test } from "vitest";
import { cookiesOf } from "../../src/sessions/cookies.ts";

test("two inboxes of one host have cookies of two names", () => {
  const paths = ["/a/b", "/a-b", "/a_b", "/a%2fb", "/a", "/ab", "/"];
  const names = paths.map(
    (path) =>
      cookiesOf(new URL(`http://127.0.0.1:80${path}`))
        .write("inbox", "s", 1)
        .split("=")[0],
  );
  expect(new Set(names).size).toBe(paths.length);
  expect(names[0]).toBe("proviso-inbox-a-b");
  for (const name of names) expect(name).toMatch(/^[\w-]+$/);
});
