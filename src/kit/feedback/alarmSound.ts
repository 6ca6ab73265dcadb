import { createContext, useContext } from "react";

/** Whether alarms sound on this page. */
export interface AlarmSound {
  /** UTC ms; undefined while they may sound. */
  readonly mutedUntil: number | undefined;
  /** Nothing sounds for so many milliseconds from now. */
  mute(ms: number): void;
  unmute(): void;
}

export const AlarmSoundContext = createContext<AlarmSound | undefined>(undefined);

export const useAlarmSound = (): AlarmSound => {
  const sound = useContext(AlarmSoundContext);
  if (!sound) throw new Error("useAlarmSound outside a signed-in page");
  return sound;
};
