import { writes } from "#src/kit/screen/rowsSource.ts";
import { deviceFavoritesCalls } from "#store/handles/deviceFavorites.ts";

type Named = Readonly<{ id: string }>;
const idsOf = (rows: readonly Named[]) => ({ ids: rows.map(({ id }) => id) });

export const follow = writes(deviceFavoritesCalls.add, idsOf);
export const unfollow = writes(deviceFavoritesCalls.cancel, idsOf);
