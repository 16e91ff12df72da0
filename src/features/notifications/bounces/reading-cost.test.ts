import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOST_READER } from '../../../../test/support/report-table.ts'
import { parseMailbox } from '../../subscriptions/rules.ts'
import { createBounceAddresses } from './bounce-address.ts'
import { type ReceivedMail, readMail } from './read-mail.ts'
import { readReport } from './report-rules.ts'

/* Whatever is repeated, wherever: four times the length takes about four times as long. */

const FRAGMENTS = [
  '-¦<¦>¦(¦"¦ ¦\t¦\r¦\u2028¦=?¦=¦;¦,¦:¦@¦.¦5¦5.¦a¦\0¦\n¦\r\n¦\n ¦ \n¦--\n¦--b1¦<a¦a:¦a: \n¦5.1.1 ¦5.1.1.¦550 ¦user ¦domain ',
  'exceed¦zustell¦subscri¦mailbox is ¦x\n\n¦Status:¦Action: failed\n¦Final-Recipient: rfc822;¦=?utf-8?q?¦bounce+¦bounce+1-¦MAILER-',
].flatMap((some) => some.split('¦'))

/** How a text is read in each place that it may come from. */
const PLACES: Record<string, (text: string) => unknown> = {
  subject: (subject) => read({ headers: { subject } }),
  sender: (from) => read({ headers: { from } }),
  body: (text) => read({ text }),
  'part of a body': (text) => read({ parts: [{ type: 'text/plain', text }] }),
  'returned subject': (text) => read({ text, inner: [received({ subject: text })] }),
  status: (text) => read({ parts: [{ type: 'message/delivery-status', text }] }),
  'status code': (text) => read(status(`Status: ${text}\n`)),
  'other server’s words': (text) => read(status(`Diagnostic-Code: ${text}\n`)),
  'words after a code': (text) => read(status(`Diagnostic-Code: smtp; 550 5.1.1 ${text}\n`)),
  recipient: (text) => read(status(`Final-Recipient: ${text}\n`)),
  complaint: (text) => read({ parts: [{ type: 'message/feedback-report', text }] }),
  page: (text) => readMail(Buffer.from(`Content-Type: text/html\n\n${oneLineOf(text)}`)),
  'token of a delivery': (text) => addresses.findIn(text),
  'typed address': parseMailbox,
}

const addresses = createBounceAddresses('k'.repeat(32), 'bounce@docket.example.com')

/** The MIME parser needs a microsecond and a kilobyte for each line, which read-report.ts bounds. */
const oneLineOf = (text: string) => text.replaceAll('\n', ' ')

const status = (fields: string) => ({
  parts: [{ type: 'message/delivery-status', text: `Action: failed\n${fields}` }],
})

function read({
  headers,
  ...rest
}: { headers?: Record<string, string> } & Partial<Omit<ReceivedMail, 'headers'>>) {
  const input = { from: 'MAILER-DAEMON@example.net', subject: 'Undeliverable', ...headers }
  return readReport({ ...received(input), ...rest }, LOST_READER)
}

function received(headers: Record<string, string>): ReceivedMail {
  return { text: '', parts: [], inner: [], headers: new Map(Object.entries(headers)) }
}

/** Of the processor, so that other programs on this machine do not count. */
async function millisecondsOf(place: string, text: string): Promise<number> {
  const { user, system } = process.threadCpuUsage()
  await PLACES[place]?.(text)
  const after = process.threadCpuUsage()
  return (after.user + after.system - user - system) / 1000
}

async function expectLinear(place: string, start: string, repeated: string, end: string) {
  const cost = (length: number) =>
    millisecondsOf(place, start + repeated.repeat(length / repeated.length) + end)
  // First a short one, which a quadratic expression reads in seconds, not in minutes.
  expect(await cost(10_000), place).toBeLessThan(300)
  // Measured again if it seems not to be linear, because a garbage collection may fall into one measurement.
  const growth = async () => {
    const [once, fourfold] = [await cost(25_000), await cost(100_000)]
    return fourfold > 150 ? fourfold / once : 4
  }
  await expect.poll(growth, { message: place }).toBeLessThan(9)
}

test.each(Object.keys(PLACES))(
  'each repeated character is read in proportion: %s',
  async (place) => {
    for (const repeated of FRAGMENTS) {
      await expectLinear(place, '', repeated, '')
      await expectLinear(place, 'a: ', repeated, 'x\u2028y')
    }
  },
)

test('any combination of fragments is read in linear time, too', async () => {
  const some = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 3 }).map((all) => all.join(''))
  const repeated = some.filter((text) => text !== '')
  const place = fc.constantFrom(...Object.keys(PLACES))
  await fc.assert(fc.asyncProperty(place, some, repeated, some, expectLinear), { numRuns: 100 })
})
