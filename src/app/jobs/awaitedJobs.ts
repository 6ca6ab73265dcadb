import { createContext, useContext } from "react";

interface AwaitedJobs {
  /** Resolves when the job has ended: its file has been given to the person, or why there is none has been said. */
  settle(id: string): Promise<void>;
  take(id: string): Promise<void>;
}

export const AwaitedJobsContext = createContext<AwaitedJobs | undefined>(undefined);

export const useAwaitedJobs = (): AwaitedJobs => {
  const awaited = useContext(AwaitedJobsContext);
  if (!awaited) throw new Error("useAwaitedJobs outside JobsProvider");
  return awaited;
};
