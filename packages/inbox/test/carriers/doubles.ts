import type { Behaviour, Elicited, Message } from "./sdk-clients.ts";

/** `decide`: what an honest client's person does, in the form or on the page. */
type Behaves = (decide: (asked: Elicited) => unknown) => Behaviour;

const both = { form: {}, url: {} };

/** Everything that a client can make up without reading the question. */
const madeUp = {
  action: "accept",
  content: { confirm: true, phrase: "create 000000", approved: true },
  _meta: { "dev.proviso/confirmation": { confirm: true } },
};

const anotherId = ({ id, ...message }: Message): Message => ({
  ...message,
  id: Number(id) + 1000,
});

/** Clients that are not what a server hopes for. The first is: the others are compared with it. */
export const doubles = {
  honest: (decide) => ({ elicitation: both, answer: decide }),
  "declares nothing": () => ({}),
  "declares what it cannot do": () => ({ elicitation: both }),
  "accepts by itself": () => ({ elicitation: both, answer: () => madeUp }),
  "accepts with nothing": () => ({ elicitation: both, answer: () => ({ action: "accept" }) }),
  "cancels by itself": () => ({ elicitation: both, answer: () => ({ action: "cancel" }) }),
  "answers twice": (decide) => ({
    elicitation: both,
    answer: decide,
    send: (answer) => [answer, answer.method === undefined ? answer : anotherId(answer)],
  }),
  "answers for another id": (decide) => ({
    elicitation: both,
    answer: decide,
    send: (answer) => [
      answer.method === undefined
        ? anotherId(answer)
        : { ...answer, params: { ...answer.params, arguments: { text: "another" } } },
    ],
  }),
  vanishes: () => ({
    elicitation: both,
    answer: async (_, client) => {
      await client.close();
      return madeUp;
    },
  }),
} as const satisfies Readonly<Record<string, Behaves>>;

export type DoubleName = keyof typeof doubles;
