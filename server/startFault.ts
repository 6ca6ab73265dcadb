/** Why the server or one of its commands cannot start: one line that says what to do. */
export class StartFault extends Error {}
