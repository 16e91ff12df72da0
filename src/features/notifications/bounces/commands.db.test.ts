import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openSent, reportTo } from '../../../../test/support/bounced-mail.ts'
import { LOST_READER as reader } from '../../../../test/support/report-table.ts'
import { countStates } from '../queries.ts'
import { runBounce } from './commands.ts'

test('the pipe takes a report of 50 MB, and one that is nested a thousand times', async () => {
  const { platform, send } = await openSent('sqlite', 1)
  const { id, envelopeOf } = await send()
  function* large() {
    yield reportTo('Postfix, unknown user', envelopeOf(reader))
    for (let piece = 0; piece < 50; piece++) yield Buffer.alloc(1024 * 1024, 'x\n')
  }
  const nested = Array.from({ length: 1000 }, (_, depth) => {
    const type = `multipart/mixed; boundary="n${depth}"`
    return `Content-Type: ${type}\n\n--n${depth}`
  }).join('\n')
  const deep = Readable.from([Buffer.from(`To: ${envelopeOf(reader)}\n${nested}`)])
  await runBounce(platform, deep)
  expect(await countStates(platform.db, id)).toMatchObject({ sent: 1 })
  await runBounce(platform, Readable.from(large()))
  expect(await countStates(platform.db, id)).toMatchObject({ bounced: 1 })
})

test('the pipe waits for a report only so long, and then says what to do', async () => {
  const { platform, send } = await openSent('sqlite', 1)
  const { id, envelopeOf } = await send()
  function unended(length: number) {
    const input = new PassThrough({ highWaterMark: 2_000_000 })
    input.write(reportTo('Postfix, unknown user', envelopeOf(reader)))
    input.write(Buffer.alloc(length, 'x\n'))
    return input
  }
  await expect(runBounce(platform, unended(0), 100)).rejects.toThrow(
    'The end of the report did not arrive on standard input within 0.1 seconds.',
  )
  expect(await countStates(platform.db, id)).toMatchObject({ sent: 1 })
  await runBounce(platform, unended(1_000_000), 100)
  expect(await countStates(platform.db, id)).toMatchObject({ bounced: 1 })
})
