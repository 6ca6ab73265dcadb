const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
};

const isParts = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

const one = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(one).join(", ");
  if (!isParts(value)) return String(value);
  const name: unknown = Reflect.get(value, "name");
  return name !== undefined && "value" in value ? `${name} = ${value.value}` : JSON.stringify(value);
};

/** The parts of an event, which is kept as JSON, in one line; anything else as it is. */
export const eventText = (content: string): string => {
  const value = parsed(content);
  if (!isParts(value)) return one(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${one(part)}`)
    .join(" · ");
};
