/** Says what a tool had and has, as `had no budget and has a budget of …`. */
export const hadAndHas =
  <Limit>(name: string, text: (limit: Limit) => string) =>
  (is: Limit | undefined, was: Limit | undefined): string => {
    const [had, has] = [was, is].map((limit) => (limit ? text(limit) : `no ${name}`));
    return `had ${had} and has ${has}`;
  };
