/** What the inspecting process (inspect-pdf-worker.ts) tells about the file whose path it was sent, in this order. */
export type InspectionMessage =
  /** Once, at its start. */
  | { kind: 'ready' }
  | { kind: 'opened'; pageCount: number }
  /** A page's text; several times. */
  | { kind: 'text'; text: string }
  | { kind: 'finished' }
  /** Instead of `opened`. */
  | { kind: 'refused'; why: Unopened }
  /** The disk failed, not the PDF. */
  | { kind: 'unreadable'; error: string }

export type Unopened = 'password' | 'unknown protection' | 'no pages' | 'damaged' | 'too slow'

const UNOPENED_REASONS: Record<Unopened, string> = {
  password: 'This PDF asks for a password. Save a copy without a password and add that file.',
  'unknown protection':
    'This PDF is protected in a way that keeps readers from opening it. Save or print a copy without protection and add that file.',
  'no pages': 'This PDF has no pages. Save it again in the program that made it and add that file.',
  damaged:
    'This PDF is damaged and cannot be opened. Save it again in the program that made it, or print it to PDF, and add that file.',
  'too slow':
    'This PDF took too long to open. Print it to PDF, which makes a simpler file, and add that file.',
}

export function unopenedReason(why: Unopened): string {
  return UNOPENED_REASONS[why]
}

export const CUT_OFF_REASON =
  'This PDF is cut off: its end is missing. Download or save it again, completely, and add the new file.'
