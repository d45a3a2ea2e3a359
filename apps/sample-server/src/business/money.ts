import type { Money } from "@backoffice/schemas/payments";

/** The company keeps its books in euros; every amount says so all the same. */
export function euros(cents: number): Money {
  return { cents, currency: "EUR" };
}

/** An amount as people read it, such as `149.00 EUR`. */
export function printMoney({ cents, currency }: Money): string {
  return `${(cents / 100).toFixed(2)} ${currency}`;
}
