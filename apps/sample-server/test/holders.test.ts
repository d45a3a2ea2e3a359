import { expect, test } from "vitest";
import { principalNames, userPermissions } from "../src/identity/principals.ts";

test("the file that the site shows says what each colleague of the sample holds", async () => {
  const lines = principalNames.map((name) => `${name}: [${userPermissions(name).join(", ")}]\n`);
  await expect(lines.join("")).toMatchFileSnapshot("../holders.yaml");
});
