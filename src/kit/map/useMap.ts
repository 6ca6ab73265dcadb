import { useCallback, useState } from "react";
import { type Box, type Camera, fitted, type Size, steady } from "./projection.ts";

/** China and its neighbours, where nothing says otherwise. */
const home: Box = { west: 73, east: 136, south: 17, north: 54 };

export interface MapState {
  readonly camera: Camera;
  /** Undefined until the map is laid out. */
  readonly size: Size | undefined;
  onCamera(camera: Camera): void;
  onSize(size: Size): void;
  /** Shows all of a box, as soon as it is known how large the map is. */
  fit(box: Box | undefined): void;
}

/** Where a map looks: at a box until a hand moves it. */
export const useMap = (first?: Box): MapState => {
  const [size, setSize] = useState<Size>();
  const [box, setBox] = useState<Box | undefined>(first);
  const [moved, setMoved] = useState<Camera>();
  const shown = size ?? { width: 1, height: 1 };
  return {
    camera: moved && size ? steady(moved, size) : fitted(box ?? home, shown),
    size,
    onCamera: setMoved,
    onSize: useCallback((next) => setSize((before) => (before?.width === next.width && before.height === next.height ? before : next)), []),
    fit: useCallback((next) => {
      setBox(next);
      setMoved(undefined);
    }, []),
  };
};
