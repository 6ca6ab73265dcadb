import gate from "./zh/gate.json" with { type: "json" };

/** What the pages before the log-in say: loaded alone, so that they come up fast. */
export const messages: Readonly<Record<string, string>> = gate;
