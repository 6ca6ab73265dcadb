import { useState } from "react";

/** Whether a read that is asked for anew as its view opens has been answered since: what is cached may be older, and is there before it is asked. */
export const useFresh = (read: { isFetching: boolean; fulfilledTimeStamp?: number | undefined }): boolean => {
  const [cached] = useState(read.fulfilledTimeStamp);
  return !read.isFetching && read.fulfilledTimeStamp !== cached;
};
