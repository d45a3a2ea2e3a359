/** A seeded customer without open orders, whom the demo deletes. */
export const customerToDelete = { customerId: "cus_0005", reason: "requested_by_customer" } as const;
