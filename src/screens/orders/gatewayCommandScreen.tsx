import { Callout } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { say } from "#contract/messages.ts";
import { type OrderAnswer, order } from "#contract/resources/order.ts";
import { SelectField, TextAreaField } from "#src/kit/form/fields.tsx";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { orderCalls } from "#store/handles/order.ts";
import { gatewayForm, gatewayRequest } from "./gatewayCommand.ts";
import { countsOf, OrderAnswers } from "./orderAnswers.tsx";
import { blankValue, NewOrderFields } from "./orderFields.tsx";
import { orderWords } from "./orderWords.ts";
import { TimingField } from "./sendTiming.tsx";
import { atOnce } from "./timing.ts";
import "#src/kit/screen/screen.css";

function SavedField() {
  const intl = useIntl();
  const { query } = orderCalls;
  const { data } = query.useQuery(useAllowed()(query.call) ? { pageSize: limits.page.max } : skipToken);
  const options = (data?.list ?? []).map((row) => ({ value: row.id, label: `${row.name} (${orderWords(intl, row.values)})` }));
  return <SelectField name="id" options={options} required help={intl.formatMessage({ id: "gateway.help.id" })} />;
}

function Fields({ answers }: { answers: readonly OrderAnswer[] | undefined }) {
  const intl = useIntl();
  const source: unknown = useWatch({ name: "source" });
  const allowed = useAllowed();
  const { query, list_body } = deviceDataRecipeCalls;
  const sources = ["order", ...(allowed(query.call) && allowed(list_body.call) ? ["values"] : [])];
  return (
    <>
      <TextAreaField name="sns" lines={4} required help={intl.formatMessage({ id: "gateway.help.sns" })} />
      <SelectField
        name="source"
        options={sources.map((value) => ({ value, label: intl.formatMessage({ id: `gateway.option.source.${value}` }) }))}
      />
      {source === "order" ? <SavedField /> : <NewOrderFields />}
      <TimingField name="timing" />
      <div role="status">{answers && <OrderAnswers answers={answers} />}</div>
    </>
  );
}

const initial = { sns: "", source: "order", id: "", recipeId: "", slave: null, values: [blankValue()], timing: atOnce };

/** Sends a saved command, or values, to gateways by their SNs, and shows what each answered. */
export function GatewayCommandScreen() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const allowed = useAllowed();
  const [send] = orderCalls.send_by_sn.useMutation();
  const [answers, setAnswers] = useState<readonly OrderAnswer[]>();
  if (!allowed(orderCalls.send_by_sn.call)) return <NoPermission />;
  if (!allowed(deviceCalls.cmd.call))
    return (
      <Callout intent="warning" role="alert">
        {say(languageOf(intl), "code.commandForbidden")}
      </Callout>
    );
  return (
    <FormPage
      id="gateway"
      title={intl.formatMessage({ id: "gateway.title" })}
      action={intl.formatMessage({ id: "command.send" })}
      schema={gatewayForm}
      initial={initial}
      confirm={{
        kind: "submit",
        question: intl.formatMessage({ id: "command.question" }),
        action: intl.formatMessage({ id: "command.send" }),
      }}
      save={async (values) => {
        setAnswers(undefined);
        const answer = await send(gatewayRequest(values));
        setAnswers(answer.data?.answers);
        return answer;
      }}
      saved={(answer) => {
        const told = order.calls.send_by_sn.response.parse(answer).answers;
        return countsOf(told).done === told.length ? "gateway.pushed" : undefined;
      }}
      onSaved={() => undefined}
      onClose={() => navigate("/home_page")}
    >
      <Fields answers={answers} />
    </FormPage>
  );
}
