/** The types of `shop.mjs`, for the one contender in TypeScript. */
export interface Shop {
  order(id: string): { orderId: string; cents: number; customer: string } | undefined;
  refund(orderId: string, cents: number): Promise<{ refundId: string }>;
  send(to: string): { messageId: string };
  erase(customer: string): { erased: boolean };
  reviews(query: string, limit: number): { reviews: string[] };
}
export function openShop(file: string): Shop;
export const callers: Readonly<
  Record<string, { readonly id: string; readonly scopes: readonly string[]; readonly isExpired?: boolean }>
>;
