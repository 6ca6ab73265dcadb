import { skipToken } from "@reduxjs/toolkit/query/react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type CheckOption, ChecksField } from "#src/kit/form/checksField.tsx";
import { type Choice, type Found, offered } from "#src/kit/form/choices.ts";
import { Finder } from "#src/kit/form/finder.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { employeeBindCustomerCalls } from "#store/handles/employeeBindCustomer.ts";
import { userCalls } from "#store/handles/user.ts";
import type { Dispatch } from "#store/store.ts";
import type { Employee } from "./employee.ts";

const schema = z.object({ customerIds: z.array(z.string()).max(limits.bulk) });

const useCustomers = (typed: string | undefined): Found => {
  const { data, error, isFetching } = userCalls.get_child.useQuery(
    typed === undefined ? skipToken : { search: typed, types: [3, 4, 5], pageSize: offered },
  );
  const choices = (data?.list ?? []).map(({ id, userName, account, companyName }) => ({
    id,
    name: userName || account,
    detail: companyName,
  }));
  return { choices, looking: isFetching, error };
};

/** Those that the employee serves, with a search for more. */
function CustomersField({ known }: { known: readonly CheckOption[] }) {
  const intl = useIntl();
  const { field } = useController({ name: "customerIds" });
  const [added, setAdded] = useState<readonly CheckOption[]>([]);
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const options = [...known, ...added.filter(({ value }) => !known.some((option) => option.value === value))];
  const add = ({ id, name, detail = "" }: Choice) => {
    setAdded((before) => [...before.filter(({ value }) => value !== id), { value: id, label: name, detail }]);
    if (!chosen.includes(id)) field.onChange([...chosen, id]);
  };
  return (
    <>
      <div className="gh-field">
        <Finder label={intl.formatMessage({ id: "customers.find" })} useFound={useCustomers} shown="" onPick={add} />
      </div>
      <ChecksField name="customerIds" options={options} />
    </>
  );
}

/** Ticks the customers that an employee serves; those unticked are released. */
export function BindDrawer({ employee, onClose }: { employee: Employee; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const known = employee.customers.map(({ id, userName, account, companyName }) => ({
    value: id,
    label: userName || account,
    detail: companyName,
  }));
  const before = known.map(({ value }) => value);
  const send = async (customerIds: string[], bound: boolean) =>
    customerIds.length === 0
      ? {}
      : await dispatch(employeeBindCustomerCalls.batchBindCustomer.initiate({ employeeId: employee.id, customerIds, bound }));
  const save = async (after: readonly string[]) => {
    const bound = await send(
      after.filter((id) => !before.includes(id)),
      true,
    );
    if ("error" in bound && bound.error !== undefined) return bound;
    return await send(
      before.filter((id) => !after.includes(id)),
      false,
    );
  };
  return (
    <FormDrawer
      id="customers"
      draft={`customers.bind:${employee.id}`}
      title={`${intl.formatMessage({ id: "customers.action.bind" })} · ${employee.userName || employee.account}`}
      schema={schema}
      initial={{ customerIds: before }}
      saved="feedback.edited"
      save={({ customerIds }) => save(customerIds)}
      onSaved={onClose}
      onClose={onClose}
    >
      <CustomersField known={known} />
    </FormDrawer>
  );
}
