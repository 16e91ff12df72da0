/** A command that could not be done; its message is one line for the person at the terminal (exit status 1). */
export class CommandError extends Error {}
