import { QRCodeSVG } from "qrcode.react";
import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import type { DeviceWhole } from "#contract/resources/device.ts";
import type { DeviceAttribute } from "#contract/resources/deviceType.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceAttrCalls } from "#store/handles/deviceAttr.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import { attributeText } from "./attributeText.ts";
import { DeviceGroups } from "./deviceGroups.tsx";
import { useIndustryOptions } from "./deviceOptions.ts";
import { leaseText } from "./leaseText.ts";
import { regionText } from "./regionText.ts";

const none: readonly DeviceAttribute[] = [];

function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof children === "string" ? <ForeignText text={children || "–"} /> : children}</dd>
    </>
  );
}

/** What is written about a device, its type's attributes, and its SN to be scanned. */
export function DeviceAbout({ device, now }: { device: DeviceWhole; now: number }) {
  const intl = useIntl();
  const { me } = useSession();
  const id = useId();
  const granted = isGranted(me.paths, deviceAttrCalls.query.call);
  const { currentData } = deviceAttrCalls.query.useQuery({ deviceId: device.id }, { skip: !granted, refetchOnMountOrArgChange: true });
  const grouped = isGranted(me.paths, deviceGroupMemberCalls.query_groups.call);
  const field = (name: string) => intl.formatMessage({ id: `device.field.${name}` });
  const industry = useIndustryOptions().find(({ value }) => value === device.industry)?.label ?? device.industry;
  return (
    <section className="gh-panel" aria-labelledby={id}>
      <div className="gh-panel-head">
        <h2 id={id}>{intl.formatMessage({ id: "device.panel.about" })}</h2>
      </div>
      <div className="gh-device-about">
        <dl>
          <Property name={field("industry")}>{industry}</Property>
          <Property name={intl.formatMessage({ id: "devices.column.transmission" })}>
            {intl.formatMessage({ id: `devices.transmission.${device.transmission}` })}
          </Property>
          <Property name={field("mobile")}>{intl.formatMessage({ id: `devices.mobile.${device.mobile}` })}</Property>
          <Property name={field("alarmNotice")}>{intl.formatMessage({ id: device.alarmNotice ? "devices.on" : "devices.off" })}</Property>
          <Property name={field("dealer")}>{device.dealer}</Property>
          <Property name={field("userName")}>{device.userName}</Property>
          <Property name={field("contact")}>{device.contact}</Property>
          <Property name={field("installedOn")}>{device.installedOn}</Property>
          <Property name={intl.formatMessage({ id: "device.group.lease" })}>{leaseText(device, intl, me.zone, now)}</Property>
          {grouped && (
            <Property name={intl.formatMessage({ id: "device.groups" })}>
              <DeviceGroups deviceId={device.id} />
            </Property>
          )}
          <Property name={intl.formatMessage({ id: "devices.column.region" })}>{regionText(device)}</Property>
          <Property name={field("thirdPartyId")}>{device.thirdPartyId}</Property>
          <Property name={field("tuyaId")}>{device.tuyaId}</Property>
          <Property name={intl.formatMessage({ id: "devices.column.parameterVersion" })}>{device.parameterVersion}</Property>
          <Property name={intl.formatMessage({ id: "devices.column.updatedAt" })}>{formatInstant(me.zone, device.updatedAt)}</Property>
          <Property name={field("serviceInfo")}>{device.serviceInfo}</Property>
          <Property name={field("remark")}>{device.remark}</Property>
          {(currentData?.list ?? none).map((attribute) => (
            <Property key={attribute.id} name={ownName(intl, attribute.name, attribute.nameEn)}>
              {attributeText(attribute, intl)}
            </Property>
          ))}
        </dl>
        <figure>
          {device.image !== "" && <img src={device.image} alt={field("image")} />}
          <QRCodeSVG value={device.sn} size={112} marginSize={2} title={intl.formatMessage({ id: "device.qr" }, { sn: device.sn })} />
          <figcaption className="gh-mono">{device.sn}</figcaption>
        </figure>
      </div>
    </section>
  );
}
