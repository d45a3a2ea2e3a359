/** An element with these properties and children. Text is never markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function mustFind<Found>(found: Found | null): Found {
  if (found === null) throw new Error("the page is not what its script expects");
  return found;
}
