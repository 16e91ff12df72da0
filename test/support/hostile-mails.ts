/* Messages that anyone could send to an address for reports, each of which once took minutes, or a gigabyte, to read. */

const LENGTH = 150_000
const STATUS = 'message/delivery-status; charset=utf-8'
const SPACES = `Action: ${' '.repeat(LENGTH)}x\u2028\nStatus: 4.0.0`

const alert = (address: string, type: string, body: string) =>
  `From: MAILER-DAEMON@mail.example.net\nTo: <${address}>\nSubject: Undeliverable\nMIME-Version: 1.0\nContent-Type: ${type}\n\n${body}\n`

export const hostileMails: readonly [string, (address: string) => string][] = [
  ['a line of dashes', (to) => alert(to, 'text/plain', '-'.repeat(LENGTH))],
  ['a page of opening tags', (to) => alert(to, 'text/html', '<'.repeat(LENGTH))],
  ['a field of spaces and a line separator', (to) => alert(to, STATUS, SPACES)],
]

/** What no limit of ours makes cheap: a million lines, which the MIME parser needs more than a gigabyte for. */
export const manyLines = (address: string) => alert(address, 'text/plain', '\n'.repeat(1_000_000))
