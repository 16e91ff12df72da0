/** A command that could not be done; its message is one line for the person at the terminal (exit status 1). */
export class CommandError extends Error {}

/** The same for what was typed (exit status 2). */
export class WrongUse extends CommandError {}
