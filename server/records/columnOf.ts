/** The column of a field: `thirdPartyId` is `third_party_id`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
