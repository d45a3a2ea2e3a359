import type { OfferLink, OnLink } from "./offer-links.ts";

/** Loads the code for links with the first link. If that fails, no link is offered. */
export function lazyLinkOffers(onLink: OnLink | undefined, answerMs: number): OfferLink {
  if (!onLink) return async () => "refused";
  let offers: Promise<OfferLink> | undefined;
  return async (url, message, isMention) => {
    try {
      offers ??= import("./offer-links.ts").then(({ linkOffers }) => linkOffers(onLink, answerMs));
      return await (
        await offers
      )(url, message, isMention);
    } catch {
      offers = undefined;
      return "refused";
    }
  };
}
