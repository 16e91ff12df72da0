/** `cut`: ends in the middle; `damaged`: cannot be unpacked; `refused`: not a log; `unreadable`: the disk failed. */
export type ProblemKind = 'cut' | 'damaged' | 'refused' | 'unreadable'

/** Why a file could not be read to its end; the message goes on after the file's name. */
export class LogProblem extends Error {
  readonly kind: ProblemKind
  constructor(kind: ProblemKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'it is a folder; name the files in it',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EIO: 'the disk reports an error',
}

export function describeReadError(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return REASONS[code ?? ''] ?? message ?? String(error)
}

export function toLogProblem(error: unknown): LogProblem {
  if (error instanceof LogProblem) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (/unexpected end of file/i.test(message) || code === 'Z_BUF_ERROR')
    return new LogProblem('cut', 'is cut off; the complete lines before that were read')
  if (/^(E[A-Z]+)$/.test(code ?? ''))
    return new LogProblem('unreadable', `cannot be read: ${describeReadError(error)}`)
  return new LogProblem(
    'damaged',
    `is damaged and cannot be unpacked further (${message}); the complete lines before that were read`,
  )
}
