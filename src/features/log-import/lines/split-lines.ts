const LF = 0x0a
const CR = 0x0d

/** Far longer than any server writes a line: nginx and Apache end a request's headers at 32 kB at most. */
export const LONGEST_LINE = 256 * 1024

export interface LineTaker {
  /** The bytes hold good until it returns. */
  line(bytes: Buffer, start: number, end: number, isTerminated: boolean): void
  /** A line beyond LONGEST_LINE; its bytes were let go. */
  tooLong(): void
}

/** Cuts a stream of pieces into lines (LF or CRLF), and never holds more than one piece and one line. */
export function createLineSplitter(taker: LineTaker) {
  const rest = Buffer.allocUnsafe(LONGEST_LINE)
  let held = 0
  let isTooLong = false

  function hold(piece: Buffer, start: number): void {
    const length = piece.length - start
    if (isTooLong || held + length > LONGEST_LINE) {
      isTooLong = true
      held = 0
      return
    }
    piece.copy(rest, held, start)
    held += length
  }

  /** The line that earlier pieces began ends in this one. */
  function endHeld(piece: Buffer, end: number): void {
    hold(piece.subarray(0, end), 0)
    if (isTooLong) taker.tooLong()
    else take(rest, 0, held, true)
    isTooLong = false
    held = 0
  }

  function take(bytes: Buffer, start: number, end: number, isTerminated: boolean): void {
    if (end - start > LONGEST_LINE) taker.tooLong()
    else
      taker.line(bytes, start, bytes[end - 1] === CR && end > start ? end - 1 : end, isTerminated)
  }

  return {
    push(piece: Buffer): void {
      let start = 0
      let end = piece.indexOf(LF)
      if (end >= 0 && (held > 0 || isTooLong)) {
        endHeld(piece, end)
        start = end + 1
        end = piece.indexOf(LF, start)
      }
      while (end >= 0) {
        take(piece, start, end, true)
        start = end + 1
        end = piece.indexOf(LF, start)
      }
      if (start < piece.length) hold(piece, start)
    },
    /** The last line may lack its end. */
    end(): void {
      if (isTooLong) taker.tooLong()
      else if (held > 0) take(rest, 0, held, false)
      isTooLong = false
      held = 0
    },
  }
}
