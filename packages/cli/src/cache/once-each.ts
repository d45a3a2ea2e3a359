/** `find`, which is asked for each name once. */
export function onceEach<Found>(find: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, Found>();
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}
