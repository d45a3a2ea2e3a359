// That a server does not start with such keys: `packages/inbox/test/approvals/state-keys.test.ts`.
import { expect, test } from "vitest";
import { keyRing, stateKeyId } from "../../src/seals/key-ring.ts";

const [first, second] = [7, 8].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];

test("keys keep their order and are found by their ids, one given twice once", () => {
  const ring = keyRing([first, second, first], "one use");
  const ids = [stateKeyId(first), stateKeyId(second)];
  expect([ring.current.id, ring.all.map(({ id }) => id)]).toEqual([ids[0], ids]);
  expect(ids.map((id) => ring.byId(id)?.id)).toEqual(ids);
  expect(ring.byId("0".repeat(12))).toBeUndefined();
});

test("the key of one use is not that of another, nor a state key", () => {
  const [one, other] = ["one use", "another"].map((use) => keyRing([first], use).current.secret.export());
  expect(one).toHaveLength(32);
  expect(one).not.toEqual(other);
  expect(one).not.toEqual(Buffer.from(first));
});

test("what is no list of keys of at least 32 bytes is refused", () => {
  const ringOf = (keys: unknown) => () => keyRing(keys as readonly Uint8Array[], "one use");
  expect(ringOf([])).toThrow("`stateKeys` is empty");
  expect(ringOf(first)).toThrow("must be a list of keys");
  for (const key of [first.subarray(1), "x".repeat(32), null])
    expect(ringOf([first, key])).toThrow("at least 32 bytes");
});
