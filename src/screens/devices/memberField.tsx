import { Button, Checkbox } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useIntl } from "react-intl";
import { z } from "zod";
import type { Choice } from "#src/kit/form/choices.ts";
import { FieldFrame } from "#src/kit/form/fieldFrame.tsx";
import { Finder } from "#src/kit/form/finder.tsx";
import { useField } from "#src/kit/form/formScope.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { controlName } from "#src/kit/value/controlName.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { deviceSlaveCalls } from "#store/handles/deviceSlave.ts";
import { devicesOf } from "./devicePicker.tsx";
import { type PickedMember, pickedMember } from "./memberRequest.ts";
import "./groups.css";

const { useFound } = devicesOf();

/** As many as a device has. */
const mostSlaves = 247;

interface PickedProps {
  picked: PickedMember;
  slaves: boolean;
  onChange(picked: PickedMember): void;
  onRemove(): void;
}

/** A picked device; with its slaves to choose from once somebody asks for them. */
function Picked({ picked, slaves, onChange, onRemove }: PickedProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(picked.slaveIds.length > 0);
  const { data } = deviceSlaveCalls.query.useQuery(open ? { deviceId: picked.deviceId, pageSize: mostSlaves } : skipToken);
  const { slaveIds } = picked;
  return (
    <li>
      <div className="gh-group-picked-head">
        <span>
          <ForeignText text={`${picked.name} (${picked.sn})`} />
        </span>
        {slaves && (
          <Button
            size="small"
            variant="minimal"
            active={open}
            aria-expanded={open}
            aria-label={controlName(intl, intl.formatMessage({ id: "groupMembers.slaves" }), picked.name)}
            text={
              slaveIds.length === 0
                ? intl.formatMessage({ id: "groupMembers.whole" })
                : intl.formatMessage({ id: "groupMembers.slaves.count" }, { count: slaveIds.length })
            }
            onClick={() => setOpen(!open)}
          />
        )}
        <Button
          size="small"
          variant="minimal"
          icon="cross"
          aria-label={controlName(intl, intl.formatMessage({ id: "groupMembers.leaveOut" }), picked.name)}
          onClick={onRemove}
        />
      </div>
      {open && (
        <fieldset className="gh-group-slaves" aria-label={intl.formatMessage({ id: "groupMembers.slaves" })}>
          {(data?.list ?? []).map(({ id, no, name }) => (
            <Checkbox
              key={id}
              checked={slaveIds.includes(id)}
              label={`${no} ${name}`}
              onChange={(event) =>
                onChange({ ...picked, slaveIds: event.currentTarget.checked ? [...slaveIds, id] : slaveIds.filter((one) => one !== id) })
              }
            />
          ))}
        </fieldset>
      )}
    </li>
  );
}

const membersIn = z.array(pickedMember);

/** Devices, found by a part of their name or SN, that go into a group; whole, or with some of their slaves. */
export function MemberField({ slaves }: { slaves: boolean }) {
  const intl = useIntl();
  const { me } = useSession();
  const name = "members";
  const field = useField(name);
  const { field: held } = useController({ name });
  const members = membersIn.safeParse(held.value).data ?? [];
  const bySlave = slaves && isGranted(me.paths, deviceSlaveCalls.query.call);
  const pick = ({ id, name: device, detail = "" }: Choice) => {
    if (members.some(({ deviceId }) => deviceId === id)) return;
    held.onChange([...members, { deviceId: id, name: device, sn: detail, slaveIds: [] }]);
  };
  return (
    <FieldFrame field={field} help={intl.formatMessage({ id: bySlave ? "groupMembers.help.slaves" : "groupMembers.help.members" })} group>
      <Finder
        label={field.label}
        icon="cube"
        placeholder={intl.formatMessage({ id: "history.device.find" })}
        none={intl.formatMessage({ id: "history.device.none" })}
        inputRef={held.ref}
        useFound={useFound}
        shown=""
        faulty={field.error !== undefined}
        onPick={pick}
      />
      <ul className="gh-group-picked" aria-label={field.label}>
        {members.map((picked) => (
          <Picked
            key={picked.deviceId}
            picked={picked}
            slaves={bySlave}
            onChange={(changed) => held.onChange(members.map((one) => (one === picked ? changed : one)))}
            onRemove={() => held.onChange(members.filter((one) => one !== picked))}
          />
        ))}
      </ul>
    </FieldFrame>
  );
}
