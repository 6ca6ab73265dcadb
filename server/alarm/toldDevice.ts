import type { RegisteredDevice } from "#server/wire/registered.ts";
import type { AlarmDevice } from "./rule.ts";

/** A device as its messages know it, and what its slaves are called. */
export const withSlaveNames = ({ id, name, sn, companyId, companyPath, typeId, alarmNotice, slaves }: RegisteredDevice): AlarmDevice => ({
  ...{ id, name, sn, companyId, companyPath, typeId, alarmNotice },
  slaveNames: new Map(Array.from(slaves.values(), (slave) => [slave.no, slave.name])),
});
