import fc from "fast-check";
import { expect, test } from "vitest";
import { isLeaf, type LockBlock, leaf, parseBlock, printBlock } from "../../src/lock/lock-lines.ts";
import { lockErrors } from "../../src/lock/problems.ts";

const names = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.constantFrom("__proto__", "yes", "a.b", "json", "constructor"),
);
const blocks: fc.Arbitrary<LockBlock> = fc.letrec<{ block: LockBlock }>((tie) => ({
  block: fc
    .array(
      fc.tuple(
        names,
        fc.oneof(
          { maxDepth: 3 },
          fc.jsonValue().map((json) => leaf(json as never)),
          tie("block"),
        ),
      ),
      { maxLength: 4 },
    )
    .map((entries) => Object.fromEntries(entries) as LockBlock),
})).block;

/** As plain data. */
function plain(block: LockBlock): unknown {
  const entries = Object.entries(block).map(([key, value]) => [
    key,
    isLeaf(value) ? { value: value.json } : plain(value),
  ]);
  return entries;
}

test("any block is read as it was printed", () => {
  fc.assert(
    fc.property(blocks, (block) => {
      const read = parseBlock(printBlock(block));
      expect("block" in read && JSON.parse(JSON.stringify(plain(read.block)))).toEqual(
        JSON.parse(JSON.stringify(plain(block))),
      );
    }),
  );
});

test("the codes are these", () => {
  expect(lockErrors.codes).toEqual(["lock/unreadable", "lock/conflict", "lock/edited"]);
});
