import { role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import type { HttpClient } from "#tests/bench/httpClient.ts";
import { benchUser, idOfRole } from "./peopleShape.ts";

/** Users and roles that are written, none of them an asker's. */
const firstUser = 30_000;
const writtenUsers = 2000;
const firstRole = 1000;
const writtenRoles = 500;

/** Staff with the role of all staff alone. */
const staff = Array.from({ length: writtenUsers * 8 }, (_, at) => benchUser(firstUser + at))
  .filter(({ type, roleIds }) => type === 1 && roleIds.length === 1)
  .slice(0, writtenUsers);

export interface Writes {
  /** Ends them; answers how many there were a second. */
  stop(): Promise<number>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Edits users, gives them roles and changes what roles grant, `perSecond` times a second, until stopped. Their versions start with `versions`. */
export const startWrites = (client: HttpClient, perSecond: number, versions: Map<string, number>): Writes => {
  const start = performance.now();
  let written = 0;
  let going = true;
  const bump = (id: string): number => {
    const version = versions.get(id) ?? 1;
    versions.set(id, version + 1);
    return version;
  };
  const writeOne = async (turn: number): Promise<void> => {
    const person = staff[(turn * 7) % staff.length];
    if (!person) throw new Error("nobody to write");
    if (turn % 5 === 4) {
      const id = idOfRole(firstRole + (turn % writtenRoles));
      const items = [{ menuId: "devices.list", actions: turn % 2 === 0 ? ["/api/device/query"] : [] }];
      await client.send(role.calls.authorize, { id, version: bump(id), items });
    } else if (turn % 2 === 0) {
      const { id, name, phone, type } = person;
      const fields = {
        userName: name,
        nickName: `n${turn}`,
        phone,
        email: "",
        type: type as 1,
        secondFactor: false,
        ownPassword: "",
        verifyCode: "",
      };
      await client.send(user.calls.edit_child, { id, version: bump(id), ...fields });
    } else {
      await client.send(user.calls.edit_child_role, {
        id: person.id,
        version: bump(person.id),
        roleIds: turn % 4 === 1 ? ["role-staff", idOfRole(0)] : ["role-staff"],
      });
    }
    written += 1;
  };
  const run = async (): Promise<void> => {
    for (let turn = 0; going; turn += 1) {
      await pause(Math.max(0, start + (turn * 1000) / perSecond - performance.now()));
      if (going) await writeOne(turn);
    }
  };
  const done = run();
  return {
    async stop() {
      going = false;
      await done;
      return (1000 * written) / (performance.now() - start);
    },
  };
};
