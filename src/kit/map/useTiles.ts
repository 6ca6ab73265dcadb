import { sysCalls } from "#store/handles/sys.ts";
import type { TileSource } from "./tiles.ts";

/** What the operator has the map drawn with; undefined for outlines alone, and until it is known. */
export const useTiles = (): TileSource | undefined => sysCalls.map.useQuery({}).currentData?.tiles ?? undefined;
