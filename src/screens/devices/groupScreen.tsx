import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { recordScreen } from "#src/screens/records/recordScreen.ts";

/** The groups of devices that who looks keeps for themselves. */
export const GroupScreen = recordScreen(deviceGroup, { route: "/devices/groups" });
