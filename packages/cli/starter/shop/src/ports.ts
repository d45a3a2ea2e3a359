/** What the handlers may use. They get nothing else, so a test can give them payments of its own. */
export interface Ports {
  readonly payments: Payments;
}

export interface Payment {
  readonly paymentId: string;
  readonly customer: string;
  /** In euro cents. */
  readonly paid: number;
  readonly refunded: number;
}

export interface Payments {
  all(): Payment[];
  find(paymentId: string): Payment | undefined;
  /** Adds to what was refunded of a payment. */
  refund(paymentId: string, cents: number): void;
}

/** Payments in memory, which end with the process. Replace this by your payment provider. */
export function openPayments(): Payments {
  const payments = new Map<string, Payment>();
  for (const customer of ["Mia Berg", "Noah Stern"])
    add({ paymentId: `pay_${payments.size + 1}`, customer, paid: 4900, refunded: 0 });

  function add(payment: Payment): void {
    payments.set(payment.paymentId, payment);
  }
  return {
    all: () => [...payments.values()],
    find: (paymentId) => payments.get(paymentId),
    refund(paymentId, cents) {
      const payment = payments.get(paymentId);
      if (payment) add({ ...payment, refunded: payment.refunded + cents });
    },
  };
}
