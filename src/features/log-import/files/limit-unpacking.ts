import { LogProblem } from '../log-problem.ts'

const MB = 1024 * 1024
/** No log has a line like this; zeros without end have. */
const MOST_WITHOUT_LINE_END = 256 * MB
/** From here on a log has shown what it is: real ones pack to a tenth, the most alike to a hundredth. */
const RATIO_FROM = 1024 * MB
const MOST_RATIO = 500

const LF = 0x0a

/**
 * Refuses a file that was made to unpack without end (PROMISES 23). Memory stays flat either way; this ends the run.
 * @throws LogProblem
 */
export async function* limitUnpacking(
  packed: AsyncIterable<Buffer>,
  unpack: (packed: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let taken = 0
  let given = 0
  let lineStart = 0
  async function* counted() {
    for await (const piece of packed) {
      taken += piece.length
      yield piece
    }
  }
  for await (const piece of unpack(counted())) {
    const lineEnd = piece.lastIndexOf(LF)
    if (lineEnd >= 0) lineStart = given + lineEnd + 1
    given += piece.length
    if (given - lineStart > MOST_WITHOUT_LINE_END)
      throw refused(`more than ${MOST_WITHOUT_LINE_END / MB} MB without the end of a line`)
    if (given > RATIO_FROM && given > taken * MOST_RATIO)
      throw refused(`more than ${MOST_RATIO} times its size`)
    yield piece
  }
}

const refused = (what: string) =>
  new LogProblem(
    'refused',
    `unpacks to ${what}, which no log does; reading it was ended there. If it is one, unpack it yourself and import what comes out`,
  )
