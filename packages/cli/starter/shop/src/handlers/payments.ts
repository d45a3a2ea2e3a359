import type { PaymentsHandlers } from "../generated/server/index.ts";
import type { Ports } from "../ports.ts";

/**
 * The handlers of `payments`. Each runs only after its contract was enforced: the input is valid, the caller has the permissions,
 * and a person has agreed where the contract asks for one.
 */
export const payments: PaymentsHandlers<Ports> = {
  list: (_input, { ports }) => ({ payments: ports.payments.all() }),

  refund: {
    // What a call would do: the fields of the contract's `preview`, and warnings if there are any.
    plan({ paymentId, cents }, { ports, fail }) {
      const payment = ports.payments.find(paymentId);
      if (!payment) throw fail.paymentNotFound();
      const left = payment.paid - payment.refunded - cents;
      if (left < 0) throw fail.tooMuch();
      return { customer: payment.customer, left };
    },

    execute({ paymentId, cents }, { ports, fail }) {
      const payment = ports.payments.find(paymentId);
      if (!payment) throw fail.paymentNotFound();
      const left = payment.paid - payment.refunded - cents;
      // Only failures that the contract lists can be returned; `fail` has one for each.
      if (left < 0) throw fail.tooMuch();
      ports.payments.refund(paymentId, cents);
      return { left };
    },
  },
};
