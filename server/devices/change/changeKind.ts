import type { Call } from "#contract/kit/call.ts";
import type { MessageId } from "#contract/messages.ts";
import type { ChangeAction } from "#contract/resources/deviceChange.ts";
import { resourceOfPath } from "#contract/resources.ts";
import type { Change } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { detailOf } from "#server/http/askedDetail.ts";
import type { JobParts } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Problem } from "#server/kit/problem.ts";
import { seenBy } from "#server/log/recordOwners.ts";
import { openRecordReach } from "#server/log/recordReach.ts";

/** What a device had before it was changed, or was given: plain data of its kind of change. */
export type Kept = Readonly<Record<string, unknown>>;

/** A device as the next step of a job meets it. */
export interface Target {
  readonly id: string;
  readonly name: string;
  readonly sn: string;
}

/** One that is put back. */
export interface Changed extends Target {
  readonly before: Kept;
  readonly after: Kept;
}

export type Outcome =
  | { readonly state: "done"; readonly before?: Kept; readonly after?: Kept; readonly note?: MessageId }
  | { readonly state: "same" }
  | { readonly state: "refused"; readonly problem: Problem };

/** A row of the operation log, as its own call would have left it. */
export interface Logged {
  readonly call: string;
  readonly detail: string;
  readonly change: string;
  readonly companies: string;
}

/** What a step came to. */
export interface Step {
  /** By the ids of the devices, each of those that were given. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly logged: readonly Logged[];
  /** To be told behind the commit. */
  readonly events: readonly Change[];
}

export interface Stepping {
  readonly tx: Db;
  readonly caller: Caller;
  readonly parts: JobParts;
  /** When the job was asked for, and now. */
  readonly asked: number;
  readonly at: number;
}

export type ActionOf<K extends ChangeAction["kind"]> = Extract<ChangeAction, { kind: K }>;

/** One thing that is done with many devices, some of them within a transaction. */
export interface ChangeOfDevices<A extends ChangeAction = ChangeAction> {
  /** Whose right is asked for: the call that does it with one device. */
  readonly call: Call;
  /** Throws where it cannot be done with any device: what it names is not the caller's to use. */
  check(db: Db, caller: Caller, action: A): Promise<void>;
  run(stepping: Stepping, devices: readonly Target[], action: A): Promise<Step>;
  /** How it is put back, and whose right that asks for. */
  readonly undo?: { readonly call: Call; run(stepping: Stepping, devices: readonly Changed[], action: A): Promise<Step> };
}

interface Writing {
  /** The call that this stands for, and what it would have been asked. */
  readonly call: Call;
  readonly asked: object;
  /** Does it, and answers the change as the log keeps it. */
  write(): Promise<string>;
}

/** Writes, as this call would have, and what is to be logged and told of it. */
export const writing = async (
  { tx, caller }: Pick<Stepping, "tx" | "caller">,
  { call, asked, write }: Writing,
): Promise<Pick<Step, "logged" | "events">> => {
  const resource = resourceOfPath.get(call.path)?.name ?? "";
  const reach = await openRecordReach(tx, caller, resource, asked);
  const change = await write();
  const companies = (await reach?.companies(undefined, change)) ?? "";
  const told = { kind: "records", resources: [resource, ...call.touches], page: "" } as const;
  const seers =
    seenBy(resource) === "the user"
      ? { companyIds: [], userId: caller.userId }
      : { companyIds: [caller.companyId, ...(reach?.ids() ?? [])] };
  return { logged: [{ call: call.path, detail: detailOf(asked, "done"), change, companies }], events: [{ ...told, ...seers }] };
};

/** Both together; what one says of a device stands before what the other says. */
export const joined = (...steps: readonly Step[]): Step => ({
  outcomes: new Map(steps.toReversed().flatMap(({ outcomes }) => [...outcomes])),
  logged: steps.flatMap(({ logged }) => logged),
  events: steps.flatMap(({ events }) => events),
});
