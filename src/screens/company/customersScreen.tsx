import { Tag } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { employeeBindCustomerCalls } from "#store/handles/employeeBindCustomer.ts";
import "./company.css";
import type { Employee } from "./employee.ts";

const dash = "–";

const customers = (bind: (row: Employee) => void) =>
  screenOf({
    id: "customers",
    route: "/company/customers",
    rows: listRows(employeeBindCustomerCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.userName || row.account,
    search: "search",
    filters: [companyFilter],
    columns: [
      { id: "userName", width: 160, sortable: false, text: (row) => row.userName || row.account },
      { id: "account", width: 160, sortable: false, text: (row) => row.account },
      { id: "companyName", width: 160, sortable: false, text: (row) => row.companyName },
      {
        id: "count",
        width: 90,
        align: "end",
        sortable: false,
        number: (row) => row.customers.length,
        text: (row, intl) => intl.formatNumber(row.customers.length),
      },
      {
        id: "customers",
        width: 420,
        sortable: false,
        text: (row, intl) => intl.formatList(row.customers.map((customer) => customer.userName || customer.account)) || dash,
        render: (row) =>
          row.customers.length === 0 ? (
            dash
          ) : (
            <span className="gh-customer-tags">
              {row.customers.map((customer) => (
                <Tag key={customer.id} minimal>
                  {customer.userName || customer.account}
                </Tag>
              ))}
            </span>
          ),
      },
    ],
    rowActions: [{ id: "bind", icon: "people", call: employeeBindCustomerCalls.batchBindCustomer.call, run: bind }],
  });

const BindDrawer = lazyPart(async () => (await import("./bindDrawer.tsx")).BindDrawer, { place: "over" });

function CustomersPage() {
  const [bound, setBound] = useState<Employee>();
  const definition = useMemo(() => customers(setBound), []);
  return (
    <>
      <TablePage definition={definition} />
      {bound && <BindDrawer employee={bound} onClose={() => setBound(undefined)} />}
    </>
  );
}

/** Which employee serves which customers. */
export const CustomersScreen = Object.assign(CustomersPage, { definition: customers(() => undefined) });
