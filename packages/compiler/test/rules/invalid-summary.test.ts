import { invalidSummary } from "../../src/rules/invalid-summary.ts";
import { checkRule } from "./check-rule.ts";

const inputSchema = `{ ${[
  "payee: string, amount: { cents: integer, currency: EUR | USD }, to: 'email[]', on: date, ttl: number",
  "size?: integer, reference?: string, pin: { type: string, sensitive: true }, accessToken: string, any: any",
].join(", ")} }`;
const reported = (summary: string) => ({ inputSchema, summary: `⟦'${summary}'⟧` });
const accepted = (summary: string) => ({ inputSchema, summary: `'${summary}'` });

checkRule(invalidSummary, {
  valid: {
    "no summary": { inputSchema },
    "words alone": accepted("Empty the bin"),
    "an amount in a currency": accepted("Pay {amount.cents, money amount.currency} to {payee}"),
    "an amount in a fixed currency": accepted("Pay {amount.cents, money EUR}"),
    "a date, a duration and a count": accepted(
      "Invite {to, count person people} on {on, date} for {ttl, duration days}",
    ),
    "an optional argument in brackets": accepted("Pay {payee}[ for {reference}][, {size, bytes} long]"),
    "an argument of one of several forms": {
      inputSchema: "{ oneOf: [{ type: object, required: [id], properties: { id: { type: string } } }] }",
      summary: "Read {id}",
    },
  },
  invalid: {
    "an argument that is not there": reported("Pay {payees}"),
    "a value inside of what is no object": reported("Pay {payee.name}"),
    "an object": reported("Pay {amount}"),
    "a currency that is not there": reported("Pay {amount.cents, money amount.currencies}"),
    "an optional argument": reported("Pay {payee} for {reference}"),
    "a secret by its mark": reported("Sign with {pin}"),
    "a secret by its name": reported("Sign with {accessToken}"),
    "money of a number with a fraction": reported("Pay {ttl, money EUR}"),
    "money without a currency": reported("Pay {amount.cents, money}"),
    "a date of a text": reported("On {payee, date}"),
    "a format of any value": reported("Show {any, count item items}"),
    "an unknown format": reported("Pay {payee, upper}"),
    "a brace that is not closed": reported("Pay {payee"),
    "a bracket that is not closed": reported("Pay[ {payee}"),
    "brackets without an argument": reported("Pay {payee}[ now]"),
    "brackets in brackets": reported("Pay {payee}[ for [{reference}]]"),
    "a quotation mark": reported('Pay "{payee}"'),
    "no words": reported("{payee}"),
    "seven arguments": reported("Pay {payee} {payee} {payee} {payee} {payee} {payee} {payee}"),
    "more than 200 characters": reported(`Pay ${"x".repeat(200)}`),
  },
});
