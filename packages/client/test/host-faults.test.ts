import { test } from "vitest";
import type { CreateGuardOptions } from "../src/index.ts";
import { contract, deletion } from "./contract.ts";
import { done, failure } from "./fake-connection.ts";
import { check, over, yes } from "./harness.ts";

const fail = (): never => {
  throw new Error("the host is broken");
};
const web = contract({ name: "web.read", hints: { ...contract().hints, openWorldHint: true } });

test("a feed that fails changes nothing of what is done", () =>
  check(
    over(contract(), () => done(), { onActivity: fail }),
    "customers.get",
    "ok",
    1,
  ));

test("a policy that fails lets nothing run", async () => {
  for (const tool of [contract(), deletion()])
    await check(
      over(tool, () => done(), { policies: { decide: fail }, confirm: yes }),
      tool.name,
      "refused_by_guard",
      0,
    );
});

test("a person's dialog that fails at once is no answer", () =>
  check(
    over(deletion(), () => done(), { confirm: fail }),
    "customers.delete",
    "unanswered_by_person",
    0,
  ));

test("a retry policy that fails allows no retry", () =>
  check(
    over(contract(), () => failure("timeout"), { policies: { retry: fail } }),
    "customers.get",
    "timeout",
    1,
  ));

test("004: an open-world call that cannot be logged apart is not sent", async () => {
  for (const options of [
    { onOpenWorldCall: fail },
    { policies: { logApart: fail } },
  ] satisfies CreateGuardOptions[])
    await check(
      over(web, () => done(), options),
      web.name,
      "refused_by_guard",
      0,
    );
});

test("a repetition that cannot be logged apart leaves the outcome of the first attempt unknown", async () => {
  let logged = 0;
  const onOpenWorldCall = (): void => (logged++ > 0 ? fail() : undefined);
  const refund = { ...web, hints: { ...web.hints, readOnlyHint: false } };
  await check(
    over(refund, () => failure("timeout"), { onOpenWorldCall }),
    web.name,
    "outcome_unknown",
    1,
  );
});

test("an input that is no JSON is refused, and the guard does not reject", async () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  for (const input of [{ amount: 1n }, circular, ["list"], { rate: Number.NaN }])
    await check(
      over(contract(), () => done()),
      "customers.get",
      "refused_by_guard",
      0,
      input,
    );
});
