import { readFileSync } from 'node:fs'
import type { Report } from '../../src/features/notifications/bounces/report-rules.ts'
import type { BounceCause } from '../../src/platform/database/schema.ts'

/* Reports as they are in the field, from the lines of test/fixtures/mail/reports.txt. */

export const LOST_READER = 'reader0@example.org'

type Headers = Record<string, string>

const DAEMON = 'Mail Delivery Subsystem <MAILER-DAEMON@mail.example.net>'

/** What our own message looks like at the end of a report: none of it counts. */
const RETURNED = `Received: from docket.example.com by mail.example.net; Mon, 23 Nov 2026 10:00:00 -0500
From: Smith v. Jones <docket@docket.example.com>
To: ${LOST_READER}
Subject: ECF 51: Mail returned as undeliverable, 550 5.1.1 user unknown (Local Rule 5.1.5)

A new entry was filed. The mailbox is full.`

/** Headers of a message of ours; the program recognizes the link. */
const LINKED = `To: ${LOST_READER}
Subject: ECF 51
List-Unsubscribe: <https://docket.example.com/unsubscribe/TOKEN>`

const write = (fields: Headers) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const message = (headers: Headers, body: string) =>
  `${write({ To: 'BOUNCE', From: DAEMON, 'MIME-Version': '1.0', ...headers })}\n\n${body}\n`

const multipart = (type: string, parts: string[], headers: Headers) =>
  message(
    { ...headers, 'Content-Type': `multipart/${type}; boundary="b1"` },
    `--b1\n${parts.join('\n--b1\n')}\n--b1--`,
  )

const text = (subject: string, body: string, headers: Headers) => {
  const plain = { 'Content-Type': 'text/plain; charset=utf-8' }
  return message({ Subject: encode(subject), ...plain, ...headers }, body)
}

/** `B:` and `Q:` say how the subject is encoded. */
function encode(subject: string): string {
  const words = subject.slice(2)
  if (subject.startsWith('B:')) return `=?utf-8?B?${Buffer.from(words).toString('base64')}?=`
  if (!subject.startsWith('Q:')) return subject
  const hex = Array.from(Buffer.from(words, 'latin1'), (byte) => byte.toString(16).padStart(2, '0'))
  return `=?iso-8859-1?Q?=${hex.join('=').toUpperCase()}?=`
}

const FORMS: Record<string, (said: string[], fields: Headers) => string> = {
  /** RFC 3464. */
  dsn([status = '', diagnostic = ''], { Text = 'It could not be delivered.', ...fields }) {
    const recipient = {
      'Final-Recipient': `rfc822; ${LOST_READER}`,
      Action: 'failed',
      Status: status,
      ...(diagnostic && { 'Diagnostic-Code': `smtp; ${diagnostic}` }),
      ...fields,
    }
    const fieldsPart = `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example.net\n\n${write(recipient)}\n`
    const parts = [`\n${Text}`, fieldsPart, `Content-Type: message/rfc822\n\n${RETURNED}`]
    const headers = { Subject: 'Undelivered Mail Returned to Sender' }
    return multipart('report; report-type=delivery-status', parts, headers)
  },
  text: ([subject = '', body = ''], headers) => text(subject, body, headers),
  exim: ([words = ''], { to = LOST_READER, failed = to }) =>
    text(
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${to}\n    ${words}\n\n------ This is a copy of the message, including all the headers. ------\n\n${RETURNED}`,
      { 'X-Failed-Recipients': failed, 'Auto-Submitted': 'auto-replied' },
    ),
  qmail: ([words = ''], { to = LOST_READER }) =>
    text(
      'failure notice',
      `Hi. This is the qmail-send program at mail.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${to}>:\n${words}\n\n--- Below this line is a copy of the message.\n\n${RETURNED}`,
      { From: 'MAILER-DAEMON@mail.example.net', 'Return-Path': '<>' },
    ),
  /** RFC 8098: a receipt. */
  mdn: ([words = '']) =>
    multipart(
      'report; report-type=disposition-notification',
      [
        `\n${words}`,
        'Content-Type: message/disposition-notification\n\nDisposition: automatic-action/MDN-sent-automatically; deleted\n',
      ],
      { Subject: 'Read: ECF 51' },
    ),
  /** RFC 5965. */
  arf: ([type = '', returned = 'message/rfc822', content = RETURNED]) =>
    multipart(
      'report; report-type=feedback-report',
      [
        '\nThis is an email abuse report.',
        `Content-Type: message/feedback-report\n\nFeedback-Type: ${type}\nVersion: 1\n`,
        `Content-Type: ${returned}\n\n${content}`,
      ],
      { Subject: 'FW: ECF 51', From: 'feedback@fbl.example.net' },
    ),
}

/** How many parts of a line are what the server says; the others are fields. */
const SAID: Record<string, number> = { dsn: 2, text: 2, arf: 3 }

const WRAPPERS: Record<string, [subject: string, words: string, disposition: string]> = {
  forwarded: ['Fwd: mail', 'See the message attached.', 'inline'],
  /** SpamAssassin's report_safe. */
  filtered: [
    '*****SPAM***** Undelivered Mail Returned to Sender',
    `Spam detection software, running on the system "mail", has identified this incoming email as possible spam.\n\nContent preview:  This is the mail system. Your message to ${LOST_READER} could not be delivered.\n\nContent analysis details: (5.1 points, 5.0 required)\n 1.3 RCVD_IN_BL  RBL: The relay is listed as a source of spam`,
    'attachment',
  ],
}

/** As `form | what it says | Field: value`, which may be sent on in another message. BOUNCE stands for the bounce address. */
export function reportOf(line: string): string {
  if (line.startsWith('auto > ')) return `Auto-Submitted: auto-replied\n${reportOf(line.slice(7))}`
  const [, wrapper = '', wrapped = ''] = /^(\w+) > (.*)/s.exec(line) ?? []
  const [subject, words, disposition] = WRAPPERS[wrapper] ?? []
  if (subject) {
    const inner = reportOf(wrapped)
      .replace(/^To: BOUNCE\n/, '')
      .replace(/(?<=boundary="|--)b(?=\d)/g, 'bb')
    const type = `Content-Type: message/rfc822\nContent-Disposition: ${disposition}`
    const parts = [`\n${words}`, `${type}\n\n${inner}`]
    return multipart('mixed', parts, { Subject: subject })
  }
  const [form = '', ...rest] = line
    .replaceAll('⏎', '\n')
    .replaceAll('{us}', LOST_READER)
    .replaceAll('{returned}', RETURNED)
    .replaceAll('{linked}', LINKED)
    .split(' | ')
  const length = SAID[form] ?? 1
  const fields = rest.slice(length).map((part) => part.split(/: (.*)/s).slice(0, 2))
  const writeForm = FORMS[form]
  if (!writeForm) throw new Error(`no such form: ${line}`)
  return writeForm(rest.slice(0, length), Object.fromEntries(fields))
}

/** The lines under each heading. */
export function readTable(): Record<string, string[]> {
  const file = readFileSync(new URL('../fixtures/mail/reports.txt', import.meta.url), 'utf8')
  const sections = file.split(/^= /m).slice(1)
  return Object.fromEntries(
    sections.map((section) => {
      const [name = '', ...lines] = section.trim().split('\n')
      return [name, lines]
    }),
  )
}

/** Name, message, and what is read of it. */
export const reportShapes = (readTable().read ?? []).map(
  (row): [name: string, message: string, report: Report | undefined] => {
    const [name = '', expected = '', line = ''] = row.replaceAll('{us}', LOST_READER).split(' ~ ')
    return [name, reportOf(line), parseReport(expected)]
  },
)

function parseReport(expected: string): Report | undefined {
  const [, kind = '', rest = ''] = /^(\w+) ?(.*)/.exec(expected) ?? []
  if (kind === 'other') return undefined
  if (kind === 'complaint') return { kind, words: rest }
  const [, status = '', words = ''] = /^(\S+) (.*)/.exec(rest) ?? []
  return { kind: 'bounce', cause: kind as BounceCause, status, words }
}

export function reportNamed(name: string): string {
  const row = reportShapes.find(([title]) => title === name)
  if (!row) throw new Error(`no such report: ${name}`)
  return row[1]
}

export const unknownUser = reportNamed('Postfix, unknown user')
