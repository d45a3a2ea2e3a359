/** A tool in the table. */
export interface ExplorerRow {
  readonly element: HTMLTableRowElement;
  /** The indexes of its facet values. */
  readonly has: ReadonlySet<number>;
  /** The name and description, in lower case. */
  readonly text: string;
  readonly name: string;
  readonly title: string;
  readonly domain: string;
}

/** A facet value and its checkbox. */
export interface FacetBox {
  readonly input: HTMLInputElement;
  readonly label: HTMLElement;
  readonly count: HTMLElement;
  readonly group: HTMLDetailsElement;
  readonly facet: string;
  readonly several: boolean;
  readonly value: string;
  readonly number: number;
}

export function readRows(root: HTMLElement): readonly ExplorerRow[] {
  return [...root.querySelectorAll<HTMLTableRowElement>("tbody tr")].map((element) => {
    const name = element.querySelector("code")?.textContent ?? "";
    return {
      element,
      has: new Set((element.dataset["has"] ?? "").split(" ").map(Number)),
      text: [...element.querySelectorAll("th a, th code, th .what")]
        .map((part) => part.textContent)
        .join(" ")
        .toLowerCase(),
      name,
      title: element.querySelector("th a")?.textContent ?? "",
      domain: name.replace(/\.[^.]*$/, ""),
    };
  });
}

export function readBoxes(form: HTMLFormElement): readonly FacetBox[] {
  return [...form.querySelectorAll<HTMLDetailsElement>("details[data-facet]")].flatMap((group) =>
    [...group.querySelectorAll<HTMLLabelElement>("label")].flatMap((label) => {
      const input = label.querySelector<HTMLInputElement>("input");
      const count = label.querySelector<HTMLElement>(".count");
      if (!input || !count) return [];
      return [
        {
          input,
          label,
          count,
          group,
          facet: group.dataset["facet"] ?? "",
          several: group.dataset["several"] === "true",
          value: input.value,
          number: Number(input.dataset["number"]),
        },
      ];
    }),
  );
}
