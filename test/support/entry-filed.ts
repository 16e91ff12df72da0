import {
  entryFiledMail,
  personalize,
} from '../../src/features/notifications/message/entry-filed-mail.tsx'
import type {
  EntryFiledProps,
  MailedEntry,
} from '../../src/features/notifications/message/entry-filed-parts.ts'

export const site = 'https://docket.example.com'
const order: MailedEntry = {
  number: 45,
  filedOn: '2026-07-30',
  title: 'Order Granting Motion',
  type: 'Order',
  description: 'The motion is GRANTED.\n\nThe clerk shall close the case.',
  filedBy: 'Hon. Eleanor M. Whitfield',
  url: `${site}/entries/112`,
  documents: [
    { title: 'Order', attachmentNumber: 0, pageCount: 3, url: `${site}/documents/301` },
    { title: 'Exhibit A', attachmentNumber: 1, pageCount: 1, url: `${site}/documents/302` },
  ],
  events: [],
}

/** Of an order with an exhibit, in live mode. */
export const props: EntryFiledProps = {
  caption: 'Smith v. Jones',
  caseNumber: '1:25-cv-01234',
  court: 'U.S. District Court, Southern District of New York',
  entries: [order],
  siteUrl: site,
  contact: 'clerk@example.com',
  mode: 'live',
}
export const unsubscribe = `${site}/unsubscribe/AbC-123`

/** The message to one recipient, with the link `unsubscribe`, about the order, with the given changes. */
export const mailOf = (change: Partial<EntryFiledProps> = {}, ...entries: Partial<MailedEntry>[]) =>
  personalize(
    entryFiledMail({
      ...props,
      entries: (entries.length > 0 ? entries : [{}]).map((one) => ({ ...order, ...one })),
      ...change,
    }),
    unsubscribe,
  )
export const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
