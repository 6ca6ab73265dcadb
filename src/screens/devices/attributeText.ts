import type { IntlShape } from "react-intl";
import type { DeviceAttribute } from "#contract/resources/deviceType.ts";

/** The value of an attribute in words; empty where the device has none. */
export const attributeText = ({ kind, value }: Pick<DeviceAttribute, "kind" | "value">, intl: IntlShape): string =>
  kind === "boolean" && value !== "" ? intl.formatMessage({ id: `types.boolean.${value}` }) : value;
