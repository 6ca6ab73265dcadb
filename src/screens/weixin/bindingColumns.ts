import type { IntlShape } from "react-intl";
import type { BoundContact, BoundUser } from "#contract/resources/companyWeixin.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";

type Binding = BoundUser | BoundContact;

/** What all bindings have; times are shown in `zone`. */
export const bindingColumns = (screen: "weixinUsers" | "weixinContacts", zone: string) =>
  [
    {
      id: "following",
      width: 130,
      sortable: false,
      text: ({ following }: Binding, intl: IntlShape) => intl.formatMessage({ id: `${screen}.following.${following}` }),
    },
    {
      id: "boundAt",
      width: 160,
      sortable: false,
      instant: ({ boundAt }: Binding) => boundAt,
      text: ({ boundAt }: Binding) => formatInstant(zone, boundAt),
    },
    { id: "openid", width: 140, sortable: false, mono: true, text: ({ openid }: Binding) => openid },
    { id: "weixinName", width: 180, sortable: false, text: ({ weixinName }: Binding) => weixinName },
    { id: "companyName", width: 160, sortable: false, text: ({ companyName }: Binding) => companyName },
  ] as const;
