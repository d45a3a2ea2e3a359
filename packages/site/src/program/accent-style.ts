/** Gives links and buttons a colour's hue, in a lightness that both themes can show. */
export function accentStyle(accent: string): string {
  const shade = (lightness: number, maxChroma: number): string =>
    `oklch(from ${accent} ${lightness} min(c, ${maxChroma}) h)`;
  return `:root {
  --sl-color-accent-low: ${shade(0.28, 0.08)};
  --sl-color-accent: ${shade(0.52, 0.2)};
  --sl-color-accent-high: ${shade(0.86, 0.1)};
}
:root[data-theme="light"] {
  --sl-color-accent-low: ${shade(0.93, 0.05)};
  --sl-color-accent: ${shade(0.48, 0.2)};
  --sl-color-accent-high: ${shade(0.32, 0.12)};
}
`;
}
