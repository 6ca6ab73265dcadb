import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ReactNode, useState } from "react";
import { useDispatch } from "react-redux";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import type { ReadOf } from "#src/kit/screen/rowsSource.ts";
import type { Dispatch } from "#store/store.ts";
import { useFresh } from "./useFresh.ts";
import type { Loaded } from "./useRecordForm.ts";

interface OpenedRecordProps<Row> {
  id: string;
  /** The call that reads one record. */
  read: ReadOf<{ id: string }, Row>;
  /** Said while it is being read. */
  waiting: string;
  /** Reads it anew, as values and version of the form. */
  children(row: Row, reload: (valuesOf: (row: Row) => Loaded["values"]) => Promise<Loaded | undefined>): ReactNode;
}

/** A record that is edited on a page of its own: the form opens on what the server has now, and later answers leave it alone. */
export function OpenedRecord<Row extends { version: number }>({ id, read, waiting, children }: OpenedRecordProps<Row>) {
  const dispatch = useDispatch<Dispatch>();
  const asked = read.useQuery(id === "" ? skipToken : { id }, { refetchOnMountOrArgChange: true });
  const { data, error, isFetching, refetch } = asked;
  const fresh = useFresh(asked);
  const [opened, setOpened] = useState<Row>();
  if (!opened && data && fresh) setOpened(data);
  if (opened)
    return children(opened, async (valuesOf) => {
      const { data: now } = await dispatch(read.initiate({ id }, { subscribe: false, forceRefetch: true }));
      return now && { values: valuesOf(now), version: now.version };
    });
  if (error !== undefined && !isFetching) return <FailedRead error={error} onRetry={() => void refetch()} />;
  return <div role="status" aria-label={waiting} />;
}
