import { useServerBack } from "#src/kit/part/serverBack.ts";
import { isUnanswered } from "./pageStates.tsx";

interface ReadOnce {
  data?: unknown;
  error?: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/**
 * What has to be drawn in place of a read: its error, once it has failed. What was read before stays where the server only did not answer; it is
 * read again when the server is back.
 */
export const useFailure = ({ data, error, isFetching, refetch }: ReadOnce): unknown => {
  const kept = data !== undefined && isUnanswered(error);
  useServerBack(kept, () => void refetch());
  return kept || isFetching ? undefined : error;
};
