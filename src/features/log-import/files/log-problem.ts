/** A file that cannot be read to its end; the message follows the file's name. */
export class LogProblem extends Error {}
