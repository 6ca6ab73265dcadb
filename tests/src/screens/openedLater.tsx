import { type ReactNode, useState } from "react";
import type { ReadOf } from "#src/kit/screen/rowsSource.ts";

interface OpenedLaterProps {
  id: string;
  read: ReadOf<{ id: string }, unknown>;
  children: ReactNode;
}

/** Keeps a record as it was read, as a view beside does, and shows what is in it behind a press of `open`. */
export function OpenedLater({ id, read, children }: OpenedLaterProps) {
  const { data } = read.useQuery({ id });
  const [open, setOpen] = useState(false);
  if (open) return children;
  return (
    <button type="button" disabled={data === undefined} onClick={() => setOpen(true)}>
      open
    </button>
  );
}
