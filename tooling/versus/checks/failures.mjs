import { yes, refused } from "./calls.mjs";

/** Failures. */
export const failures = [
  {
    says: "does not tell a caller the text of an exception",
    async ok(shop) {
      const answer = await shop.call("shop_mail", { to: "a@broken.example", body: "x" }, { person: yes });
      return refused(answer) && !answer.text.includes("smtp-password");
    },
  },
  {
    says: "gives a missing order a code that a program can read",
    async ok(shop) {
      const answer = await shop.call("shop_order", { orderId: "ord_none" });
      return refused(answer) && answer.code !== undefined;
    },
  },
  {
    says: "says in a readable field whether a failed call may be repeated",
    async ok(shop) {
      const answer = await shop.call("shop_order", { orderId: "ord_none" });
      const says =
        /"\w*(?:retr|repeat|again|transient|temporary|permanent|recoverable)\w*":(?:true|false|")/i;
      return refused(answer) && says.test(answer.structured);
    },
  },
];
