import { useIntl } from "react-intl";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { HeldAge } from "#src/kit/value/age.tsx";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { Figure } from "./figure.tsx";
import { useFleetFigures } from "./fleetFigures.ts";
import { FleetLife } from "./fleetLife.tsx";
import "./home.css";
import { Installations } from "./installations.tsx";
import { MyDevices } from "./myDevices.tsx";
import { NewAlarms } from "./newAlarms.tsx";
import { WorstDevices } from "./worstDevices.tsx";

const presences = ["online", "offline", "inactive"] as const;
const newestShown = 12;
const listed = { devices: deviceCalls.query.call, alarms: alarmLogCalls.query.call };

/** What a person sees first: how many devices there are and how they are, what is in alarm, what is new. */
export function HomeScreen() {
  const intl = useIntl();
  const figures = useFleetFigures();
  const say = (id: string) => intl.formatMessage({ id });
  if (!figures.seesDevices && !figures.seesAlarms) return <NoPermission />;
  return (
    <div className="gh-home">
      <h1 className="gh-home-title">{say("home.title")}</h1>
      {figures.seesDevices && (
        <section aria-label={say("home.devices")}>
          <h2>
            {say("home.devices")} <HeldAge />
          </h2>
          <div className="gh-figures">
            <Figure figure={figures.devices} call={listed.devices} to="/devices/list">
              {say("home.total")}
            </Figure>
            {presences.map((presence) => (
              <Figure key={presence} figure={figures.presence[presence]} call={listed.devices} to={`/devices/list?presence=${presence}`}>
                <PresenceMark presence={presence} />
              </Figure>
            ))}
          </div>
        </section>
      )}
      <FleetLife />
      <MyDevices />
      {figures.seesAlarms && (
        <>
          <section aria-label={say("home.open")}>
            <h2>
              {say("home.open")} <HeldAge />
            </h2>
            <div className="gh-figures">
              <Figure figure={figures.openAlarms} call={listed.alarms} to="/alarms/history?open=true">
                {say("home.total")}
              </Figure>
              {figures.levels.map(({ level, figure }) => (
                <Figure
                  key={level}
                  figure={figure}
                  call={listed.alarms}
                  to={`/alarms/history?open=true&level=${level}`}
                  raised={level >= 2}
                >
                  <LevelMark level={level} />
                </Figure>
              ))}
            </div>
          </section>
          <WorstDevices />
          <section className="gh-home-newest" aria-label={say("home.alarms")}>
            <h2>
              {say("home.alarms")}
              <ViewLink className="gh-home-all" call={listed.alarms} to="/alarms/history?state=0">
                {figures.unprocessed.count === undefined
                  ? say("home.alarms.all")
                  : intl.formatMessage({ id: "home.alarms.count" }, { count: figures.unprocessed.count })}
              </ViewLink>
            </h2>
            <NewAlarms most={newestShown} />
          </section>
        </>
      )}
      <Installations />
    </div>
  );
}
