import { useServerBack } from "#src/kit/part/serverBack.ts";
import { isUnanswered } from "./pageStates.tsx";

interface ReadOnce {
  /** What this very question was answered, not the one before it. */
  currentData?: unknown;
  error?: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/**
 * What has to be drawn in place of a read: its error, once it has failed. What was read before stays where the server only did not answer; it is
 * read again when the server is back.
 */
export const useFailure = ({ currentData, error, isFetching, refetch }: ReadOnce): unknown => {
  const kept = currentData !== undefined && isUnanswered(error);
  useServerBack(kept, () => void refetch());
  return kept || isFetching ? undefined : error;
};
