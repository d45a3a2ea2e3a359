// Edits that a bench makes to a project between runs.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sharedContract } from "./project.mjs";

/** Changes the description of every tool of one contract. */
export async function editOne(root) {
  const file = join(root, "contracts/domain_0.yaml");
  const text = await readFile(file, "utf8");
  const words = /Finds (again )?records/;
  await writeFile(
    file,
    text.replaceAll(new RegExp(words, "g"), words.exec(text)[1] ? "Finds records" : "Finds again records"),
  );
}

const sharedTexts = { permission: "Read what is shared", type: "Where it is" };

/** Changes the text of the permission, or of the type, that every fifth contract uses. */
export async function editShared(root, what) {
  const file = join(root, sharedContract);
  const text = await readFile(file, "utf8");
  const words = sharedTexts[what];
  await writeFile(
    file,
    text.includes(`${words} now`) ? text.replace(`${words} now`, words) : text.replace(words, `${words} now`),
  );
}

/** The state of a fresh clone. */
export async function forget(root) {
  await rm(join(root, "out"), { recursive: true, force: true });
  await forgetCache(root);
}

export async function forgetCache(root) {
  await rm(join(root, "node_modules/.cache"), { recursive: true, force: true });
}
