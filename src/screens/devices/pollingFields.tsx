import { useWatch } from "react-hook-form";
import type { Transmission } from "#contract/resources/deviceModel.ts";
import { framings, registrations } from "#contract/resources/deviceModel.ts";
import { FieldList } from "#src/kit/form/fieldList.tsx";

const polled: Transmission = "modbus-rtu-over-tcp";

/** How gateways are polled; of models whose gateways are not, nothing. */
export function PollingFields() {
  const transmission: unknown = useWatch({ name: "transmission" });
  if (transmission !== polled) return null;
  return (
    <FieldList
      fields={[
        { kind: "select", name: "framing", values: framings },
        { kind: "select", name: "registration", values: registrations, help: true },
        { kind: "text", name: "heartbeat", mono: true, help: true },
        { kind: "number", name: "pollSeconds", unit: "s" },
        { kind: "number", name: "timeoutMs", unit: "ms" },
        { kind: "number", name: "mostRegisters" },
        { kind: "number", name: "mostGap", help: true },
      ]}
    />
  );
}
