import type { Config } from "#server/config.ts";
import { userTypeNames } from "#server/system/userTypeNames.ts";
import { accounts, demoPassword } from "./accounts.ts";
import { regions, sites } from "./places.ts";

/** Columns that a Chinese character takes in a terminal. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (/[\u2e80-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1), 0);
const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));

const companyName = (id: string): string => {
  const site = sites.find((known) => known.id === id);
  const region = regions.find((known) => known.id === (site?.regionId ?? id));
  return [region?.name, site?.name].filter((name) => name !== undefined).join(" / ") || "Gatehouse 演示 Demo";
};

/** What the start prints last: the addresses, and one account of each type. */
export const startLines = (config: Pick<Config, "adminPassword">, address: string, devicePlaces: string): string[] => {
  const rows = accounts
    .filter(({ shown }) => shown)
    .map(({ account, type, companyId }) => [
      account,
      account === "admin" && config.adminPassword !== undefined ? "(ADMIN_PASSWORD)" : demoPassword,
      `${type} ${userTypeNames[type]?.zh ?? ""} ${userTypeNames[type]?.en ?? ""}`,
      companyName(companyId),
    ]);
  const table = [["account", "password", "type", "organisation"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => widthOf(row[column] ?? ""))) + 2);
  return [
    "",
    `Gatehouse is at ${address} and takes devices at ${devicePlaces}`,
    ...table.map((row) => `  ${row.map((cell, column) => padded(cell, widths[column] ?? 0)).join("")}`),
    "",
  ];
};
