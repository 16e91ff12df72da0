import type { Report } from '../../src/features/notifications/bounces/report-rules.ts'
import type { BounceCause } from '../../src/platform/database/schema.ts'

/* What servers send to the envelope sender, written after their documentation and with the project's own names. */

export const LOST_READER = 'reader0@example.org'

interface Dsn {
  from: string
  subject: string
  /** For a person. */
  words?: string
  /** One group of fields for each recipient. */
  recipients: string[]
  headers?: string
  /** The returned message. */
  returned?: string
}

/** RFC 3464, as most servers write it. */
const dsn = ({ from, subject, words = '', recipients, headers = '', returned = '' }: Dsn) =>
  [
    `From: ${from}`,
    'To: BOUNCE',
    `Subject: ${subject}`,
    ...(headers ? [headers] : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    words,
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.net',
    'Arrival-Date: Mon, 23 Nov 2026 10:00:00 -0500',
    '',
    recipients.join('\n\n'),
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    returned || `Return-Path: <BOUNCE>\nTo: ${LOST_READER}\nSubject: ECF 51\n\nThe text`,
    '--b1--',
    '',
  ].join('\n')

const failed = (status: string, diagnostic: string, recipient = LOST_READER) =>
  `Final-Recipient: rfc822; ${recipient}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${diagnostic}`

const plain = (headers: string, body: string) =>
  `${headers}\nTo: BOUNCE\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n${body}\n`

const feedback = (type: string) => `From: <complaints@isp.example>
To: BOUNCE
Subject: FW: ECF 51
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: text/plain

This is an e-mail abuse report.
--b1
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <BOUNCE>

--b1
Content-Type: message/rfc822

Return-Path: <BOUNCE>
Subject: ECF 51

The text
--b1--
`

const POSTFIX = 'MAILER-DAEMON@mail.example.net (Mail Delivery System)'
const EXIM = 'Mail Delivery System <Mailer-Daemon@mail.example.net>'
const bounced = (status: string, words: string, cause: BounceCause = 'mailbox'): Report => ({
  kind: 'bounce',
  status,
  words,
  cause,
})
/** Headers of a message of ours; the program recognizes the link. */
const LINKED =
  'To: reader0@example.org\nSubject: ECF 51\nList-Unsubscribe: <https://docket.example.com/unsubscribe/TOKEN>'
const other = undefined

/** Name, message (BOUNCE stands for the bounce address), and what is read of it. */
export const reportShapes: [name: string, message: string, report: Report | undefined][] = [
  [
    'Postfix, unknown user',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      headers: 'Auto-Submitted: auto-replied',
      words: 'This is the mail system at host mail.example.net.',
      recipients: [
        failed(
          '5.1.1',
          '550 5.1.1 <reader0@example.org>: Recipient address rejected: User unknown',
        ),
      ],
    }),
    bounced('5.1.1', '550 5.1.1 <reader0@example.org>: Recipient address rejected: User unknown'),
  ],
  [
    'Postfix, a diagnosis over two lines',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nOriginal-Recipient: rfc822;reader0@example.org\nAction: failed\nStatus: 5.2.2\nRemote-MTA: dns; mx.example.org\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full:\n    try again later',
      ],
    }),
    bounced('5.2.2', '552 5.2.2 mailbox full: try again later', 'passing'),
  ],
  [
    'Postfix, gave up after five days',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nAction: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.example.org[192.0.2.4]:25: Connection timed out',
      ],
    }),
    bounced('4.4.1', 'connect to mx.example.org[192.0.2.4]:25: Connection timed out', 'passing'),
  ],
  [
    'Postfix, no such domain',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nAction: failed\nStatus: 5.4.4\nDiagnostic-Code: X-Postfix; Host or domain name not found. Name service error for name=example.org type=MX: Host not found',
      ],
    }),
    bounced(
      '5.1.2',
      'Host or domain name not found. Name service error for name=example.org type=MX: Host not found',
    ),
  ],
  [
    'Postfix, delayed',
    dsn({
      from: POSTFIX,
      subject: 'Delayed Mail (still being retried)',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nAction: delayed\nStatus: 4.4.1\nWill-Retry-Until: Sat, 28 Nov 2026 10:00:00 -0500',
      ],
    }),
    other,
  ],
  [
    'Postfix, delivered (a receipt)',
    dsn({
      from: POSTFIX,
      subject: 'Successful Mail Delivery Report',
      recipients: ['Final-Recipient: rfc822; reader0@example.org\nAction: relayed\nStatus: 2.1.5'],
    }),
    other,
  ],
  [
    'Exim with a report',
    dsn({
      from: EXIM,
      subject: 'Mail delivery failed: returning message to sender',
      headers: 'X-Failed-Recipients: reader0@example.org\nAuto-Submitted: auto-replied',
      recipients: [
        'Action: failed\nFinal-Recipient: rfc822;reader0@example.org\nStatus: 5.0.0\nRemote-MTA: dns; mx.example.org\nDiagnostic-Code: smtp; 550 No Such User Here',
      ],
    }),
    bounced('5.1.1', '550 No Such User Here'),
  ],
  [
    'Exim without a report',
    plain(
      `From: ${EXIM}\nSubject: Mail delivery failed: returning message to sender\nX-Failed-Recipients: reader0@example.org`,
      'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its recipients.\n\n  reader0@example.org\n    host mx.example.org [192.0.2.4]\n    SMTP error from remote mail server after RCPT TO:<reader0@example.org>:\n    550 5.1.1 The email account does not exist\n\n------ This is a copy of the message, including all the headers. ------\n\nSubject: 552 5.2.2 nothing of this counts',
    ),
    bounced('5.1.1', '550 5.1.1 The email account does not exist'),
  ],
  [
    'Exim, over quota',
    plain(
      `From: ${EXIM}\nSubject: Mail delivery failed: returning message to sender\nX-Failed-Recipients: reader0@example.org`,
      'A message that you sent could not be delivered:\n\n  reader0@example.org\n    mailbox is full: retry timeout exceeded',
    ),
    bounced('5.2.2', 'mailbox is full: retry timeout exceeded', 'passing'),
  ],
  [
    'Exim, a warning',
    plain(
      `From: ${EXIM}\nSubject: Warning: message 1abc delayed 24 hours\nX-Failed-Recipients: reader0@example.org`,
      'The message has not yet been delivered. 451 4.3.0 try later',
    ),
    other,
  ],
  [
    'Sendmail',
    dsn({
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mail.example.net>',
      subject: 'Returned mail: see transcript for details',
      recipients: [
        'Final-Recipient: RFC822; reader0@example.org\nAction: failed\nStatus: 5.1.1\nRemote-MTA: DNS; mx.example.org\nDiagnostic-Code: SMTP; 550 5.1.1 <reader0@example.org>... User unknown\nLast-Attempt-Date: Mon, 23 Nov 2026 10:00:00 -0500',
      ],
    }),
    bounced('5.1.1', '550 5.1.1 <reader0@example.org>... User unknown'),
  ],
  [
    'Exchange Online, unknown recipient',
    dsn({
      from: 'Microsoft Outlook <MicrosoftExchange329e@example.org>',
      subject: 'Undeliverable: ECF 51',
      recipients: [
        'Original-Recipient: rfc822;reader0@example.org\nFinal-Recipient: rfc822;reader0@example.org\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      ],
    }),
    bounced(
      '5.1.10',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    ),
  ],
  [
    'Exchange Online, blocked',
    dsn({
      from: 'postmaster@example.org',
      subject: 'Undeliverable: ECF 51',
      recipients: [failed('5.7.1', '550 5.7.1 Service unavailable, client host blocked')],
    }),
    bounced('5.7.1', '550 5.7.1 Service unavailable, client host blocked', 'sender'),
  ],
  [
    'Exchange on premises',
    dsn({
      from: 'postmaster@example.org',
      subject: 'Undeliverable: ECF 51',
      recipients: [
        'Original-Recipient: rfc822;reader0@example.org\nFinal-Recipient: rfc822;reader0@example.org\nAction: failed\nStatus: 5.2.3\nDiagnostic-Code: smtp;550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient',
      ],
    }),
    bounced(
      '5.2.3',
      '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient',
      'passing',
    ),
  ],
  [
    'Gmail, no such account',
    dsn({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Failure)',
      headers: 'X-Failed-Recipients: reader0@example.org',
      recipients: [
        failed(
          '5.1.1',
          '550-5.1.1 The email account that you tried to reach does not exist. NoSuchUser',
        ),
      ],
    }),
    bounced(
      '5.1.1',
      '550-5.1.1 The email account that you tried to reach does not exist. NoSuchUser',
    ),
  ],
  [
    'Gmail, inactive account',
    dsn({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Failure)',
      recipients: [
        failed('5.2.1', '550-5.2.1 The email account that you tried to reach is inactive.'),
      ],
    }),
    bounced('5.2.1', '550-5.2.1 The email account that you tried to reach is inactive.'),
  ],
  [
    'Gmail, delayed',
    dsn({
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Delay)',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; The recipient server did not accept our requests to connect.',
      ],
    }),
    other,
  ],
  [
    'Yahoo',
    plain(
      'From: MAILER-DAEMON@yahoo.com\nSubject: Failure Notice',
      'Sorry, we were unable to deliver your message to the following address.\n\n<reader0@example.org>:\n554: delivery error: dd This user doesn’t have a yahoo.com account (reader0@example.org) [0]',
    ),
    bounced(
      '5.1.1',
      '554: delivery error: dd This user doesn’t have a yahoo.com account (reader0@example.org) [0]',
    ),
  ],
  [
    'qmail, unknown',
    plain(
      'From: MAILER-DAEMON@mail.example.net\nSubject: failure notice',
      'Hi. This is the qmail-send program at mail.example.net.\nI’m afraid I wasn’t able to deliver your message to the following addresses.\n\n<reader0@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n5.2.2 nothing of this counts',
    ),
    bounced('5.1.1', 'Sorry, no mailbox here by that name. (#5.1.1)'),
  ],
  [
    'qmail, the other server’s words',
    plain(
      'From: MAILER-DAEMON@mail.example.net\nSubject: failure notice',
      '<reader0@example.org>:\n192.0.2.4 does not like recipient.\nRemote host said: 550 unknown user\nGiving up on 192.0.2.4.',
    ),
    bounced('5.1.1', 'Remote host said: 550 unknown user'),
  ],
  [
    'Amazon SES',
    dsn({
      from: 'MAILER-DAEMON@amazonses.com',
      subject: 'Delivery Status Notification (Failure)',
      recipients: [
        'Final-Recipient: rfc822;reader0@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 user unknown',
      ],
    }),
    bounced('5.1.1', '550 5.1.1 user unknown'),
  ],
  [
    'Amazon SES, on its own suppression list',
    dsn({
      from: 'MAILER-DAEMON@amazonses.com',
      subject: 'Delivery Status Notification (Failure)',
      recipients: [
        'Final-Recipient: rfc822;reader0@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: Amazon SES did not send the message to this address because it is on the suppression list',
      ],
    }),
    bounced(
      '5.1.1',
      'Amazon SES did not send the message to this address because it is on the suppression list',
      'recipient',
    ),
  ],
  [
    'Zimbra, quota',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [failed('5.2.2', '552 5.2.2 Over quota')],
    }),
    bounced('5.2.2', '552 5.2.2 Over quota', 'passing'),
  ],
  [
    'Lotus Domino',
    dsn({
      from: '<>',
      subject: 'DELIVERY FAILURE: User reader0 not listed in Domino Directory',
      recipients: [
        'Final-Recipient: rfc822;reader0@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: X-Notes; User reader0 (reader0@example.org) not listed in Domino Directory',
      ],
    }),
    bounced('5.1.1', 'User reader0 (reader0@example.org) not listed in Domino Directory'),
  ],
  [
    'GroupWise',
    plain(
      'From: Mailer-Daemon@example.org\nSubject: Message status - undeliverable',
      'The message that you sent was undeliverable to the following:\n reader0 (user not found)',
    ),
    bounced('5.1.1', ' reader0 (user not found)'.trim()),
  ],
  [
    'Courier',
    dsn({
      from: '"Courier mail server at mail.example.net" <postmaster@mail.example.net>',
      subject: 'NOTICE: mail delivery status.',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 User unknown.',
      ],
    }),
    bounced('5.1.1', '550 User unknown.'),
  ],
  [
    'OpenSMTPD',
    dsn({
      from: 'Mailer Daemon <MAILER-DAEMON@mail.example.net>',
      subject: 'Delivery status notification: error',
      recipients: [
        'Final-Recipient: rfc822; reader0@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: 550 Invalid recipient',
      ],
    }),
    bounced('5.1.1', '550 Invalid recipient'),
  ],
  [
    'MDaemon',
    plain(
      'From: "MDaemon at mail.example.net" <MDaemon@mail.example.net>\nSubject: Permanent Delivery Failure',
      'The attached message could not be delivered.\n\n  reader0@example.org - no such user here (5.1.1)',
    ),
    bounced('5.1.1', 'reader0@example.org - no such user here (5.1.1)'),
  ],
  [
    'hMailServer',
    plain(
      'From: mailer-daemon@mail.example.net\nSubject: Message undeliverable: ECF 51',
      'Your message did not reach some or all of the intended recipients.\n   reader0@example.org\n      Error Type: SMTP\n      Error Description: Remote server replied: 550 Mailbox unavailable',
    ),
    bounced('5.1.1', 'Error Description: Remote server replied: 550 Mailbox unavailable'),
  ],
  [
    'iCloud, over quota',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [failed('5.2.2', '552 5.2.2 <reader0@example.org>: user is over quota')],
    }),
    bounced('5.2.2', '552 5.2.2 <reader0@example.org>: user is over quota', 'passing'),
  ],
  [
    'Proofpoint, suspicious',
    dsn({
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
      subject: 'Undeliverable: ECF 51',
      recipients: [failed('5.7.0', '554 5.7.0 Reject, id=1234-01 - SPAM')],
    }),
    bounced('5.7.0', '554 5.7.0 Reject, id=1234-01 - SPAM', 'sender'),
  ],
  [
    'several recipients, ours among them',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [
        failed('5.1.1', '550 5.1.1 unknown', 'another@example.org'),
        failed('5.2.2', '552 5.2.2 full'),
      ],
    }),
    bounced('5.2.2', '552 5.2.2 full', 'passing'),
  ],
  [
    'a thousand recipients of which ours was delivered',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [
        ...Array.from({ length: 999 }, (_, number) =>
          failed('5.1.1', '550 5.1.1 unknown', `another${number}@example.org`),
        ),
        'Final-Recipient: rfc822; reader0@example.org\nAction: delivered\nStatus: 2.1.5',
      ],
    }),
    other,
  ],
  [
    'forwarded by the recipient’s server to another address that fails',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [failed('5.1.1', '550 5.1.1 unknown', 'forwarded@example.net')],
    }),
    bounced('5.1.1', '550 5.1.1 unknown', 'passing'),
  ],
  [
    'an out-of-office answer that quotes a code',
    plain(
      'From: Reader <reader0@example.org>\nSubject: Automatic reply: ECF 51\nAuto-Submitted: auto-replied\nPrecedence: bulk',
      'I am away until 5.1.2027. If undeliverable, write to my office. 550 5.1.1',
    ),
    other,
  ],
  [
    'a person who answers',
    plain(
      'From: Reader <reader0@example.org>\nSubject: Re: ECF 51',
      'Why do I get this? The user unknown 550 5.1.1 error came up.',
    ),
    other,
  ],
  [
    'a challenge',
    plain(
      'From: postmaster@example.org\nSubject: Please confirm that you are a person',
      'Click here and your message will be delivered.',
    ),
    other,
  ],
  [
    'refused without a reason',
    dsn({
      from: POSTFIX,
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [failed('5.0.0', '550 Rejected')],
    }),
    bounced('5.0.0', '550 Rejected', 'recipient'),
  ],
  [
    'a complaint of Hotmail',
    `From: staff@hotmail.com\nTo: fbl@docket.example.com\nSubject: complaint about message from 192.0.2.7\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b1"\n\n--b1\nContent-Type: message/rfc822\nContent-Disposition: inline\n\nX-HmXmrOriginalRecipient: reader0@example.org\n${LINKED}\n\nA new entry.\n--b1--\n`,
    { kind: 'complaint', words: 'abuse' },
  ],
  [
    'a complaint with the headers alone',
    feedback('abuse')
      .replaceAll(/.*<BOUNCE>\n/g, '')
      .replace('message/rfc822', 'text/rfc822-headers')
      .replace('Subject: ECF 51\n\n', `${LINKED}\n`),
    { kind: 'complaint', words: 'abuse' },
  ],
  ['a complaint', feedback('abuse'), { kind: 'complaint', words: 'abuse' }],
  ['a complaint of fraud', feedback('fraud'), { kind: 'complaint', words: 'fraud' }],
  ['“this is not spam”', feedback('not-spam'), other],
  ['a report of a failed signature', feedback('auth-failure'), other],
]
