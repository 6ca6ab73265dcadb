import { type Figure, quantile } from "./figures.ts";
import type { HttpClient } from "./httpClient.ts";

export interface Question {
  what: string;
  path: string;
  /** Each asking has fields of its own, so that none is answered from what the last one left behind. */
  fields: (turn: number) => object;
  client: HttpClient;
  /** The same is asked right after, of another server. */
  beside?: { readonly what: string; readonly client: HttpClient };
  aim?: string;
  /** The client may not make the call: what is timed is the refusal. */
  refused?: boolean;
}

interface Options {
  rounds: number;
  /** Askings of a question in one round. */
  asks: number;
  /** Shows the slowest answer of each round, too. */
  slowest?: boolean;
  /** Grows by the milliseconds that asker and server wait for a core: where it is given, p95 is shown without them, too. */
  waited?: (() => number) | undefined;
}

const askOnce = ({ client, path, fields, refused = false }: Question, turn: number): Promise<number> =>
  refused ? client.refused(path, fields(turn)) : client.call(path, fields(turn));

const askedOf = (question: Question): Question[] => [
  question,
  ...(question.beside ? [{ ...question, client: question.beside.client }] : []),
];

/** p50 and p95 of each question; after every asking the same client makes an empty round trip. */
export const answerTimes = async (
  questions: readonly Question[],
  { rounds, asks, slowest = false, waited }: Options,
): Promise<Figure[]> => {
  const measured = questions.map((question) => ({
    question,
    p50: [] as number[],
    p95: [] as number[],
    max: [] as number[],
    net95: [] as number[],
    idle50: [] as number[],
    idle95: [] as number[],
    beside50: [] as number[],
    beside95: [] as number[],
  }));
  for (const question of questions) for (const each of askedOf(question)) await askOnce(each, 0);
  let turn = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { question, p50, p95, max, net95, idle50, idle95, beside50, beside95 } of measured) {
      const answers: number[] = [];
      const trips: number[] = [];
      const nets: number[] = [];
      const others: number[] = [];
      const [, other] = askedOf(question);
      for (let ask = 0; ask < asks; ask += 1) {
        turn += 1;
        const before = waited?.() ?? 0;
        const answer = await askOnce(question, turn);
        answers.push(answer);
        nets.push(Math.max(0, answer - (waited?.() ?? 0) + before));
        trips.push(await question.client.health());
        if (other) others.push(await askOnce(other, turn));
      }
      p50.push(quantile(answers, 0.5));
      p95.push(quantile(answers, 0.95));
      max.push(Math.max(...answers));
      net95.push(quantile(nets, 0.95));
      idle50.push(quantile(trips, 0.5));
      idle95.push(quantile(trips, 0.95));
      beside50.push(quantile(others, 0.5));
      beside95.push(quantile(others, 0.95));
    }
  }
  return measured.flatMap(({ question: { what, aim, beside }, p50, p95, max, net95, idle50, idle95, beside50, beside95 }) => [
    { what: `${what}, p50`, unit: "ms", values: p50, baseline: { what: "/healthz p50", values: idle50 } },
    { what: `${what}, p95`, unit: "ms", values: p95, baseline: { what: "/healthz p95", values: idle95 }, ...(aim ? { aim } : {}) },
    ...(beside
      ? [
          { what: `${what}, p50 again`, unit: "ms", values: p50, baseline: { what: `${beside.what} p50`, values: beside50 } },
          { what: `${what}, p95 again`, unit: "ms", values: p95, baseline: { what: `${beside.what} p95`, values: beside95 } },
        ]
      : []),
    ...(waited ? [{ what: `${what}, p95 without waiting for a core`, unit: "ms", values: net95, ...(aim ? { aim } : {}) }] : []),
    ...(slowest ? [{ what: `${what}, slowest`, unit: "ms", values: max }] : []),
  ]);
};
