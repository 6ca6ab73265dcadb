/** What the product keeps in its data folder besides the log's head and key, with what belongs to a database: its `-wal`, its copies. */
const records = /^(app\.db|telemetry\.db|short-lived\.db|server\.(lock|json)|restore\.json|records\.json|files$|uploads$|jobs$)/;

/** The names that the log's head and key have where no setting says otherwise. */
export const logNames = { head: "log-head.json", key: "log-key.pem" } as const;

/** Whether a name in the data folder is the product's, and no place for another file. */
export const isTaken = (name: string): boolean => records.test(name);

/** The same with the log's head and key. */
export const isOwn = (name: string): boolean => isTaken(name) || Object.values(logNames).some((own) => name.startsWith(own));
