import { type AlarmTone, alarmTones } from "#contract/resources/alarm.ts";

/** What is heard where a message names no tone that there is. */
const standard: AlarmTone = "alarm";

/** The tone of that name. */
export const alarmTone = (name: string | undefined): AlarmTone => alarmTones.find((tone) => tone === name) ?? standard;

/** Rejects where the browser lets nothing sound before somebody has pressed something. */
export const playTone = (tone: AlarmTone): Promise<void> => new Audio(`/${tone}.wav`).play();
