/** Guards that stand twice, or that keep out what cannot come: with one of them gone nothing changes. */
export const excused: readonly { file: string; text: string; reason: string }[] = [];
