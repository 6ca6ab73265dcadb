/** A few are told one by one; more that happen together are one notice. */
export const singles = 3;
