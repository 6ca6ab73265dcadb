import { Tag } from "@blueprintjs/core";
import type { ArgumentOf } from "#contract/kit/call.ts";
import type { SortFieldOf } from "#contract/kit/page.ts";
import type { UserRow, user } from "#contract/resources/user.ts";
import type { ColumnSpec } from "#src/kit/screen/screenDefinition.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { roleName } from "#src/screens/role/roleName.ts";

const dash = "–";

/** Columns of accounts, for the lists that show them; ids of messages begin with `users.`. */
export const userColumns = (zone: string): readonly ColumnSpec<UserRow, SortFieldOf<ArgumentOf<typeof user.calls.query>>>[] => [
  { id: "account", width: 150, text: (row) => row.account },
  { id: "userName", width: 130, text: (row, intl) => row.userName || intl.formatMessage({ id: "users.unknown" }) },
  { id: "nickName", aside: true, width: 110, sortable: false, text: (row) => row.nickName || dash },
  { id: "type", width: 110, sortable: false, text: (row, intl) => intl.formatMessage({ id: `users.option.type.${row.type}` }) },
  { id: "roles", width: 160, sortable: false, text: (row, intl) => intl.formatList(row.roles.map((role) => roleName(role, intl))) || dash },
  {
    id: "enabled",
    width: 90,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: `users.option.enabled.${row.enabled}` }),
    render: (row, intl) => (
      <Tag minimal intent={row.enabled ? "success" : "none"}>
        {intl.formatMessage({ id: `users.option.enabled.${row.enabled}` })}
      </Tag>
    ),
  },
  { id: "phone", width: 120, sortable: false, mono: true, text: (row) => row.phone || dash },
  { id: "email", width: 160, sortable: false, text: (row) => row.email || dash },
  {
    id: "secondFactor",
    width: 120,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: `users.option.secondFactor.${row.secondFactor}` }),
  },
  { id: "lastAddress", aside: true, width: 130, sortable: false, mono: true, text: (row) => row.lastAddress || dash },
  {
    id: "lastLoginAt",
    width: 150,
    instant: (row) => row.lastLoginAt,
    text: (row) => (row.lastLoginAt === null ? dash : formatInstant(zone, row.lastLoginAt)),
  },
  { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
];
