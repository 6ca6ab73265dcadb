import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { attach } from "#store/attach.ts";

export const deviceFavoritesCalls = attach(deviceFavorites);
