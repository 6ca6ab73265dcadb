import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import { readSetting, writeSetting } from "#server/system/settingTable.ts";

const count = 86;
const settingKey = "sample.seeded";
const dayMs = 86_400_000;

const families = [..."王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹"];
const given = [
  ["秀英", "桂兰", "丽娜", "静怡", "雪梅", "婷", "晓燕", "佳慧", "敏", "思琪", "雨欣", "红", "玉珍", "欣怡"],
  ["建国", "志强", "伟", "子轩", "海涛", "俊杰", "明", "永辉", "文博", "振华", "磊", "浩然", "国栋", "宇航"],
] as const;
const places = [
  "北京市朝阳区望京街",
  "上海市浦东新区张江路",
  "江苏省无锡市新吴区菱湖大道",
  "浙江省杭州市滨江区江南大道",
  "广东省深圳市南山区科苑路",
  "四川省成都市武侯区天府大道",
  "湖北省武汉市洪山区珞喻路",
  "山东省青岛市市南区香港中路",
  "陕西省西安市雁塔区科技路",
  "福建省厦门市思明区湖滨南路",
] as const;

/** Numbers in [0, 1) that are the same at every start (mulberry32). */
const sameChances = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const ageOn = (birth: Date, day: Date): number => {
  const before = day.getUTCMonth() - birth.getUTCMonth() || day.getUTCDate() - birth.getUTCDate();
  return day.getUTCFullYear() - birth.getUTCFullYear() - (before < 0 ? 1 : 0);
};

/** The people of the sample list, always the same ones; their ages are those of `now`. */
export const samplePeople = (now: number) => {
  const chance = sameChances(86);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const youngest = Date.UTC(2008, 0, 1);
  return Array.from({ length: count }, () => {
    const sex = chance() < 0.5 ? 0 : 1;
    const birth = new Date(youngest - Math.floor(chance() * 60 * 365.25) * dayMs);
    return {
      name: oneOf(families) + oneOf(given[sex]),
      sex,
      age: ageOn(birth, new Date(now)),
      birth: birth.toISOString().slice(0, 10),
      addr: `${oneOf(places)}${1 + Math.floor(chance() * 300)}号`,
    };
  });
};

/** Puts the sample users of the platform in once, in a transaction of the caller's: not again after somebody has removed them all. */
export const seedSampleUsers = async (db: Db, companyId: string, now: number): Promise<void> => {
  if ((await readSetting(db, settingKey)) !== undefined) return;
  await writeSetting(db, settingKey, "1");
  const first = await db.selectFrom("sample_user").select("id").limit(1).executeTakeFirst();
  if (first) return;
  const rows = samplePeople(now).map((person, place) => {
    const at = now - place;
    return { id: newId(at), company_id: companyId, ...person, created_at: at, updated_at: at, updated_by: "" };
  });
  await db.insertInto("sample_user").values(rows).execute();
};
