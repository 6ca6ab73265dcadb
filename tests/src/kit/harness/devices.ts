export interface Device {
  sn: string;
  name: string;
  state: string;
  model: string;
  signal: number;
  temperature: number | undefined;
  organisation: string;
  address: string;
  firmware: string;
  seen: string;
}

const places = {
  en: ["North pumping station", "Cold store 4, east wing", "Boiler house", "Solar field of the upper reservoir, inverter row C"],
  zh: ["北区泵站", "四号冷库东翼", "锅炉房", "上水库光伏场逆变器丙排第十二号汇流箱监测终端"],
};
const states = ["online", "offline", "inactive"];

/** The i-th device of a made-up fleet, the same at every call. */
export function device(i: number, lang: "en" | "zh"): Device {
  const place = places[lang][i % 4] ?? "";
  return {
    sn: `GH${String(100_000 + i * 37).padStart(8, "0")}`,
    name: `${place} ${i + 1}`,
    state: states[i % 7 === 0 ? 1 : i % 11 === 0 ? 2 : 0] ?? "",
    model: `M${(i % 5) * 100 + 100}-L`,
    signal: -51 - ((i * 13) % 60),
    temperature: i % 9 === 0 ? undefined : 18 + ((i * 17) % 230) / 10,
    organisation: lang === "zh" ? `第${(i % 6) + 1}供水公司` : `Waterworks district ${(i % 6) + 1}`,
    address: `10.${i % 4}.${(i * 3) % 256}.${(i * 11) % 256}:502`,
    firmware: `2.${i % 7}.${i % 10}`,
    seen: `2026-11-${String(1 + (i % 27)).padStart(2, "0")} 08:${String(i % 60).padStart(2, "0")}:00`,
  };
}
