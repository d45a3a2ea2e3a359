// How clients page: `test/wire/pages.test.ts`.
import { expect, test } from "vitest";
import { listCursors } from "../../src/seals/list-cursors.ts";
import { anna, ben } from "../sample.ts";

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const cursors = listCursors([key]);
const cursor = cursors.seal("notes.find", anna);
const [id = "", name = "", mac = ""] = cursor.split(".");
const nameOf = (length: number): string => "x".repeat(length);

test("a cursor opens for its caller, with a former key too, and so does one of another release", () => {
  expect(cursor).toBe("c7f1d864f015.bm90ZXMuZmluZA.fX94B399DuqKEnysiRpegVkLEjozp0nLwGa7ydxPXiE");
  expect(cursors.open(cursor, anna)).toBe("notes.find");
  expect(listCursors([otherKey, key]).open(cursor, anna)).toBe("notes.find");
  expect(cursors.open(cursors.seal("notes.find", undefined), undefined)).toBe("notes.find");
});

test("no other cursor opens", () => {
  const others = [
    "",
    id,
    `${id}.`,
    `${id}.${name}`,
    `${id}.${name}.`,
    `${id}.${name}.${mac.slice(1)}`,
    `${id}.${name}.${mac.slice(1)}A`,
    `${id}.${Buffer.from("notes.get").toString("base64url")}.${mac}`,
    `${cursor}.`,
    listCursors([otherKey]).seal("notes.find", anna),
    cursors.seal("notes.find", ben),
    cursors.seal("notes.find", undefined),
  ];
  expect(others.filter((text) => cursors.open(text, anna) !== undefined)).toEqual([]);
});

test("a cursor of at most 1,024 characters opens", () => {
  const longest = cursors.seal(nameOf(725), anna);
  const longer = cursors.seal(nameOf(726), anna);
  expect([longest.length, longer.length]).toEqual([1024, 1025]);
  expect(cursors.open(longest, anna)).toBe(nameOf(725));
  expect(cursors.open(longer, anna)).toBeUndefined();
});
