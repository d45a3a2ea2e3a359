import type { Money } from "@backoffice/schemas/payments";

/** The company's books are in euros; every amount still has a currency. */
export function euros(cents: number): Money {
  return { cents, currency: "EUR" };
}

/** An amount for people, such as `149.00 EUR`. */
export function printMoney({ cents, currency }: Money): string {
  return `${(cents / 100).toFixed(2)} ${currency}`;
}
