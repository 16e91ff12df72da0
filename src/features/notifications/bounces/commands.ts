import type { Readable } from 'node:stream'
import { CommandError } from '../../../platform/command-error.ts'
import { handleReport, type ReportPlatform } from './handle-report.ts'
import { MOST_BYTES } from './read-mail.ts'

/** `mail:bounce`: one report from standard input, as Postfix, Exim, and procmail pipe it. */
export async function runBounce(platform: ReportPlatform, input: Readable): Promise<void> {
  if (platform.config.mail.bounceAddress === undefined) {
    throw new CommandError(
      'MAIL_BOUNCE_ADDRESS is not set, so no message carries a bounce address.',
    )
  }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of input as AsyncIterable<Buffer>) {
    // Drain the rest, so that the mail server does not hit a closed pipe.
    if (length < MOST_BYTES) pieces.push(piece)
    length += piece.length
  }
  console.log(await handleReport(platform, Buffer.concat(pieces)))
}
