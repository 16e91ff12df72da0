import type { Progress, Span } from './download-batch.ts'
import type { Reason } from './request.ts'

/** What has been read of one log. */
export interface LogReading {
  lines: number
  skipped: Record<Reason, number>
  span: Span | undefined
}

export const noneSkipped = (): Record<Reason, number> => ({
  malformed: 0,
  too_long: 0,
  other_path: 0,
  other_method: 0,
  other_status: 0,
  unknown_document: 0,
  before_since: 0,
  after_until: 0,
  already_recorded: 0,
})

export const noProgress = (): Progress => ({
  bytes: 0,
  lines: 0,
  skipped: noneSkipped(),
  span: undefined,
})

/** @param bytes of the log that was read now */
export function addProgress(before: Progress, reading: LogReading, bytes: number): Progress {
  const skipped = { ...before.skipped }
  for (const reason of Object.keys(skipped) as Reason[]) skipped[reason] += reading.skipped[reason]
  const { span } = reading
  return {
    bytes: before.bytes + bytes,
    lines: before.lines + reading.lines,
    skipped,
    span: span ? widen(widen(before.span, span.first), span.last) : before.span,
  }
}

export function widen(span: Span | undefined, at: number): Span {
  if (!span) return { first: at, last: at }
  return { first: Math.min(span.first, at), last: Math.max(span.last, at) }
}
