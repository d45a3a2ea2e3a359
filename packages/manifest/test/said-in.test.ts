import { expect, test } from "vitest";
import { saidIn } from "../src/question.ts";

const eur = (cents: number) => ({ cents, currency: "EUR" });

test.each([
  ["Pays 1,200.00 EUR.", eur(20_000), "fee", false],
  ["3,107 days late", 107, "daysLate", false],
  ["107.5 days late", 107, "daysLate", false],
  ["Orders 12 bags of coffee.", 12, "fee", false],
  ["Pays 5.00 EUR, and waits.", eur(500), "paid", true],
  ["107 days late.", 107, "steps[0].daysLate", true],
  ["Hansen (cus_7) is reminded.", "cus_7", "id", true],
])("%j says %j of `%s`: %s", (sentence, value, name, expected) => {
  expect(saidIn([sentence], {})(value, name)).toBe(expected);
});
