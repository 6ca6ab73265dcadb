import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { employeeBindCustomerCalls } from "#store/handles/people.ts";
import { userCalls } from "#store/handles/session.ts";
import type { Dispatch } from "#store/store.ts";
import type { Employee } from "./employee.ts";

const schema = z.object({ customerIds: z.array(z.string()).max(limits.bulk) });
const customerTypes = [3, 4, 5];

/** Ticks the customers that an employee serves; those unticked are released. */
export function BindDrawer({ employee, onClose }: { employee: Employee; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const { data } = userCalls.get_child.useQuery({ pageSize: limits.page.max });
  const options = (data?.list ?? [])
    .filter(({ type }) => customerTypes.includes(type))
    .map((user) => ({ value: user.id, label: user.userName || user.account, detail: user.companyName }));
  const before = employee.customers.map(({ id }) => id);
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
      <ChecksField name="customerIds" options={options} />
    </FormDrawer>
  );
}
