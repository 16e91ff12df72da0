import { addAbortSignal, type Readable } from 'node:stream'
import { CommandError } from '../../../platform/command-error.ts'
import { handleReport, type ReportPlatform } from './handle-report.ts'
import { MAX_REPORT_BYTES } from './read-report.ts'

const ARRIVES_WITHIN_MS = 60_000

/** `mail:bounce`: one report from standard input, as Postfix, Exim, and procmail pipe it. */
export async function runBounce(
  platform: ReportPlatform,
  input: Readable,
  arrivesWithinMs = ARRIVES_WITHIN_MS,
): Promise<void> {
  if (platform.config.mail.bounceAddress === undefined) {
    throw new CommandError(
      'MAIL_BOUNCE_ADDRESS is not set, so no message carries a bounce address.',
    )
  }
  console.log(await handleReport(platform, await readStart(input, arrivesWithinMs)))
}

/** @throws if less than MAX_REPORT_BYTES arrived in time, and more was to come */
async function readStart(input: Readable, withinMs: number): Promise<Buffer> {
  const late = AbortSignal.timeout(withinMs)
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of addAbortSignal(late, input) as AsyncIterable<Buffer>) {
      // Drain the rest, so that the mail server does not hit a closed pipe.
      if (length < MAX_REPORT_BYTES) pieces.push(piece)
      length += piece.length
    }
  } catch (error) {
    if (!late.aborted) throw error
    if (length < MAX_REPORT_BYTES) {
      const seconds = withinMs / 1000
      throw new CommandError(
        `The end of the report did not arrive on standard input within ${seconds} seconds. Nothing was changed: run the command again with the whole report.`,
      )
    }
  }
  return Buffer.concat(pieces)
}
