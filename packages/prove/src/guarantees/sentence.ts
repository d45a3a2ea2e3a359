import { nearest } from "@proviso/compiler";
import { deeds } from "./call-facts.ts";

/** What a guarantee says, read from its sentence. */
export type Claim =
  /** The server asks a person before every such call, unless a standing approval covers it. */
  | { readonly kind: "asked"; readonly deed: string; readonly over?: number }
  /** The server wants a log-in that is at most `ageMs` milliseconds old. */
  | { readonly kind: "log-in"; readonly deed: string; readonly ageMs: number; readonly over?: number }
  /** An equal call later gets the first outcome. */
  | { readonly kind: "repeated"; readonly deed: string }
  /** No chain of calls reads private data and then sends data out unasked. */
  | { readonly kind: "stays"; readonly needsPermissions: boolean }
  /** A caller with these permissions, or with none, changes nothing. */
  | { readonly kind: "harmless"; readonly needsPermissions: boolean };

/** A form that a sentence may have. Words in braces stand for what varies. */
export interface SentenceForm {
  readonly form: string;
  readonly means: string;
  read(slots: Readonly<Record<string, string>>): Claim;
}

/** Every form, in the order in which help and pages list them. */
export const sentenceForms: readonly SentenceForm[] = [
  {
    form: "no tool that {does} runs unasked",
    means:
      "The server asks a person before every call that does this, or one has approved such calls beforehand.",
    read: ({ does = "" }) => ({ kind: "asked", deed: does }),
  },
  {
    form: "every call that {does} needs a person",
    means: "As before, for the calls that `where` names.",
    read: ({ does = "" }) => ({ kind: "asked", deed: does }),
  },
  {
    form: "every {payment} over {number} needs a person",
    means: "As before, for calls that pay or refund more than this.",
    read: ({ payment = "", number }) => ({
      kind: "asked",
      deed: payments[payment] ?? "",
      over: Number(number),
    }),
  },
  {
    form: "every {payment} over {number} needs a log-in of {age}",
    means: "The server refuses a call that pays or refunds more than this if the log-in is older.",
    read: ({ payment = "", number, age = "" }) => ({
      kind: "log-in",
      deed: payments[payment] ?? "",
      over: Number(number),
      ageMs: msOf(age),
    }),
  },
  {
    form: "every call that {does} needs a log-in of {age}",
    means: "The server refuses a call that does this if the log-in is older.",
    read: ({ does = "", age = "" }) => ({ kind: "log-in", deed: does, ageMs: msOf(age) }),
  },
  {
    form: "every call that {does} is recognised when repeated",
    means: "The server recognises an equal call of the same caller by its arguments, and does nothing twice.",
    read: ({ does = "" }) => ({ kind: "repeated", deed: does }),
  },
  {
    form: "with these permissions, private data never leaves without a person",
    means: "A caller with `permissions` who has read private data sends nothing out unasked.",
    read: () => ({ kind: "stays", needsPermissions: true }),
  },
  {
    form: "private data never leaves without a person",
    means: "The same of a caller with every permission.",
    read: () => ({ kind: "stays", needsPermissions: false }),
  },
  {
    form: "without permissions, no call changes anything",
    means: "A caller without any permission can call only what reads.",
    read: () => ({ kind: "harmless", needsPermissions: false }),
  },
  {
    form: "with these permissions, no call changes anything",
    means: "A caller with `permissions` can call only what reads.",
    read: () => ({ kind: "harmless", needsPermissions: true }),
  },
];

const payments: Readonly<Record<string, string>> = {
  payment: "pays",
  refund: "refunds",
  "movement of money": "moves money",
};
const units: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

const slotPatterns: Readonly<Record<string, string>> = {
  does: alternatives(Object.keys(deeds)),
  payment: alternatives(Object.keys(payments)),
  number: String.raw`\d+(?:\.\d+)?`,
  age: String.raw`\d+ (?:second|minute|hour|day)s?`,
};

const readers = sentenceForms.map(({ form, read }) => {
  const pattern = form.replaceAll(
    /\{(\w+)\}/g,
    (_, slot: string) => `(?<${slot}>${slotPatterns[slot] ?? ""})`,
  );
  return { pattern: new RegExp(`^${pattern}$`), read };
});

/** Reads a sentence; undefined if it has none of the forms. */
export function readSentence(sentence: string): Claim | undefined {
  const plain = sentence.trim().replaceAll(/\s+/g, " ").replace(/\.$/, "");
  for (const { pattern, read } of readers) {
    const found = pattern.exec(plain);
    if (found) return read({ ...found.groups });
  }
  return undefined;
}

/** The sentence that was probably meant, with the given words; undefined if none is alike. */
export function nearestSentence(sentence: string): string | undefined {
  const words = sentence.trim().toLowerCase().split(/\s+/);
  const age = /\d+ (?:second|minute|hour|day)s?/.exec(sentence)?.[0] ?? "5 minutes";
  const number = /\d+\.\d+|\d{3,}/.exec(sentence)?.[0] ?? "500.00";
  const payment = Object.keys(payments).find((each) => sentence.includes(each)) ?? "payment";
  const filled = sentenceForms.map(({ form }) => {
    const before = form.split(/\s+/).indexOf("{does}");
    const word = before < 0 ? undefined : (nearest(words[before] ?? "", Object.keys(deeds)) ?? "deletes");
    return form
      .replace("{does}", word ?? "")
      .replace("{age}", age)
      .replace("{number}", number)
      .replace("{payment}", payment);
  });
  const shared = (form: string): number => {
    const others = new Set(form.split(/\s+/));
    const count = words.filter((word) => others.has(word) || nearest(word, others) !== undefined).length;
    return count / Math.max(words.length, others.size);
  };
  const best = filled.toSorted((one, other) => shared(other) - shared(one))[0];
  return best !== undefined && shared(best) >= 0.4 ? best : undefined;
}

function msOf(age: string): number {
  const [count, unit = ""] = age.split(" ");
  return Number(count) * (units[unit.replace(/s$/, "")] ?? 0);
}

function alternatives(words: readonly string[]): string {
  return words.toSorted((one, other) => other.length - one.length).join("|");
}
