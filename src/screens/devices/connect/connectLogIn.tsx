import { Button } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { DeviceConnection } from "#contract/resources/deviceConnection.ts";
import { useConfirm } from "#src/kit/feedback/feedback.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { DevicePasswordDialog } from "#src/screens/devices/devicePasswordDialog.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { CopiedFact } from "./codeBlock.tsx";
import { registrationBytes, type Target } from "./connectCommands.ts";

interface ConnectLogInProps {
  connection: DeviceConnection;
  target: Target;
  /** As the commands have it: the registration of a gateway that is polled. */
  registration: string;
  /** It was set on this page, so that the commands have it. */
  known: boolean;
  onPassword(password: string): void;
}

/** What the device signs in with. */
export function ConnectLogIn({ connection, target, registration, known, onPassword }: ConnectLogInProps) {
  const intl = useIntl();
  const confirm = useConfirm();
  const allowed = useAllowed();
  const [renew] = deviceCalls.new_password.useMutation();
  const [made, setMade] = useState<string>();
  const { device, transmission, polling } = connection;
  const filled = known && (transmission !== "modbus-rtu-over-tcp" || polling?.registration === "password");
  const say = (id: string) => intl.formatMessage({ id: `connect.logIn.${id}` });
  const ask = async () => {
    if (!device) return;
    let password = "";
    const done = await confirm(
      {
        ...{ kind: "danger", question: intl.formatMessage({ id: "connect.logIn.question" }, { name: device.name }) },
        ...{ detail: say("question.detail"), action: say("renew") },
      },
      async () => {
        const answer = await renew({ id: device.id, version: device.version });
        password = answer.data?.password ?? "";
        return answer;
      },
    );
    if (!done) return;
    onPassword(password);
    setMade(password);
  };
  return (
    <>
      <p>{say(transmission)}</p>
      <dl className="gh-connect-facts">
        {transmission === "modbus-rtu-over-tcp" ? (
          <>
            <CopiedFact name={say("registration")} text={registration} help={say(`registration.${polling?.registration ?? "sn"}`)} />
            {device && (known || polling?.registration !== "password") && (
              <CopiedFact name={say("registrationBytes")} text={registrationBytes(registration)} />
            )}
          </>
        ) : (
          <>
            <CopiedFact name={say("userName")} text={target.sn} />
            {transmission !== "http-push" && <CopiedFact name={say("clientId")} text={target.sn} help={say("clientId.help")} />}
          </>
        )}
        <div className="gh-connect-fact">
          <dt>{intl.formatMessage({ id: "device.field.password" })}</dt>
          <dd>
            <span>{say(filled ? "known" : device ? "hidden" : "choose")}</span>
            {device && allowed(deviceCalls.new_password.call) && <Button icon="key" text={say("renew")} onClick={() => void ask()} />}
          </dd>
        </div>
      </dl>
      {made !== undefined && device && <DevicePasswordDialog sn={device.sn} password={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
