/** What fields of answers are called that tell an instant. */
export const isTimeName = (name: string): boolean => /^(ts|at|from|to|since|until|time)$|(At|Time|Until)$/.test(name);

/** What fields are called that tell a day of the calendar. */
export const isDayName = (name: string): boolean => /^(day|date|installedOn|leaseStart|leaseEnd)$|(Day|Date)$/.test(name);
