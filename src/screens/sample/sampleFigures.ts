import type { SampleUserRow } from "#contract/resources/sample.ts";

export const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;
const groupYears = 10;

export interface SampleCounts {
  /** People born in each month of the year, January first. */
  births: number[];
  /** People per ten years of age, from the youngest group to the oldest, empty groups in between included. */
  groups: { from: number; to: number; people: number }[];
  sexes: { male: number; female: number };
  /** Births by decade (rows) and month (columns). */
  heat: { decades: number[]; people: number[][] };
}

const rangeOf = (numbers: readonly number[], step: number): number[] => {
  if (numbers.length === 0) return [];
  const first = Math.min(...numbers);
  return Array.from({ length: (Math.max(...numbers) - first) / step + 1 }, (_, place) => first + place * step);
};

/** What the sample charts draw, counted from the sample users themselves. */
export const sampleCounts = (users: readonly SampleUserRow[]): SampleCounts => {
  const born = users
    .filter((user) => user.birth !== "")
    .map((user) => ({ year: Number(user.birth.slice(0, 4)), month: Number(user.birth.slice(5, 7)) }));
  const groupOf = (age: number): number => Math.floor(age / groupYears) * groupYears;
  const decadeOf = (year: number): number => Math.floor(year / 10) * 10;
  const decades = rangeOf(
    born.map(({ year }) => decadeOf(year)),
    10,
  );
  const groups = rangeOf(
    users.map((user) => groupOf(user.age)),
    groupYears,
  );
  return {
    births: months.map((_, place) => born.filter(({ month }) => month === place + 1).length),
    groups: groups.map((from) => ({ from, to: from + groupYears - 1, people: users.filter((user) => groupOf(user.age) === from).length })),
    sexes: { male: users.filter((user) => user.sex === 1).length, female: users.filter((user) => user.sex === 0).length },
    heat: {
      decades,
      people: decades.map((decade) =>
        months.map((_, place) => born.filter(({ year, month }) => decadeOf(year) === decade && month === place + 1).length),
      ),
    },
  };
};
