import { diffManifests } from "@proviso/changes";
import type { Verdict } from "../check-pages.ts";
import { openWorld } from "../observe/world.ts";

/** What `proviso diff` says of a level of log-in that was stated, or is no longer: that a caller needs what the contract states. */
export async function diffLogIn(): Promise<readonly Verdict[]> {
  await using world = await openWorld();
  const { manifest } = world.server;
  const tool = manifest.tools.find(({ stepUpAuth }) => "acr" in stepUpAuth);
  if (!tool) throw new Error("no tool of the sample wants a level of log-in");
  const { acr, ...stepUpAuth } = tool.stepUpAuth as { readonly kind: "always"; readonly acr: string };
  const without = {
    ...manifest,
    tools: manifest.tools.map((each) => (each === tool ? { ...tool, stepUpAuth } : each)),
  };
  const pairs = [
    [manifest, without, undefined],
    [without, manifest, acr],
  ] as const;
  return pairs.flatMap(([before, after, needed]) =>
    diffManifests(before, after)
      .filter(({ path }) => path === "stepUpAuth.acr")
      .map(({ message: says }) => {
        const named = /needs the authentication context [`"]*([\w-]+)/.exec(says)?.[1];
        return {
          subject: tool.name,
          kind: "diff",
          place: "proviso diff",
          sentence: says,
          means: "a caller needs what the new contract states",
          isTrue: named === needed,
          instead:
            needed === undefined ? "the new contract states no level" : `the new contract states ${needed}`,
        };
      }),
  );
}
