import { expect, test } from "vitest";
import { heldInPerson, principalNames, userPermissions } from "../src/identity/principals.ts";

test("the file that the site shows says what each colleague of the sample holds", async () => {
  const people = principalNames.map((name) => [name, userPermissions(name)] as const);
  const inPerson = Object.entries(heldInPerson).map(([name, held]) => [`${name} (in person)`, held] as const);
  const lines = [...people, ...inPerson].map(([name, held]) => `${name}: [${held.join(", ")}]\n`);
  await expect(lines.join("")).toMatchFileSnapshot("../holders.yaml");
});
