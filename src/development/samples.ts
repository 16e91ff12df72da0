import { entryFiledMail, personalize } from '../features/notifications/message/entry-filed-mail.tsx'
import { confirmationMail } from '../features/subscriptions/subscribe/confirmation-mail.tsx'

export const documents = [
  { attachmentNumber: 0, title: 'Motion to Approve the Sale of the Orchard', pageCount: 24 },
  { attachmentNumber: 1, title: 'Declaration of Maria Lindqvist', pageCount: 6 },
  { attachmentNumber: 2, title: 'Exhibit B – “Purchase Agreement”', pageCount: 118 },
].map((document, index) => ({
  ...document,
  id: index + 1,
  byteSize: 40_000 * 9 ** index,
  url: `/documents/${index + 1}`,
  downloadUrl: `/api/documents/${index + 1}/download`,
}))

/** A week without IPs, and one with. */
export const chartBars = [4, 9, 12, 0, 3, 1, 7, 8, 15, 11, 0, 2, 6, 10].map((count, index) => ({
  day: `2026-${index < 9 ? '07' : '08'}-${String(index < 9 ? 23 + index : index - 8).padStart(2, '0')}`,
  plain: index < 7 ? 0 : count,
  hatched: index < 7 ? count : 0,
  mark: index < 7 ? null : Math.ceil(count / 2),
  text: `Day ${index + 1}: ${count} downloads`,
}))

const entry = {
  number: 45,
  filedOn: '2026-07-30',
  title: documents[0]?.title ?? '',
  type: 'Motion',
  description:
    'The receiver asks the court to approve the sale.\n\nA hearing is set for 08/20/2026.',
  filedBy: 'Receiver',
}

/** Every message that the service sends, by the name in its preview's address. */
export function sampleMails(publicUrl: string) {
  const unsubscribeUrl = `${publicUrl}/unsubscribe/sample`
  const filed = (mode: 'test' | 'live', isTextOnly = false) =>
    personalize(
      entryFiledMail({
        caption: 'Harbor Trust Co. v. Brannock Orchards LLC',
        caseNumber: '1:26-cv-00417',
        court: 'United States District Court',
        entry: {
          ...entry,
          number: isTextOnly ? null : entry.number,
          url: `${publicUrl}/entries/1`,
          documents: isTextOnly
            ? []
            : documents.map((document) => ({ ...document, url: `${publicUrl}${document.url}` })),
        },
        siteUrl: publicUrl,
        contact: 'Office of the Receiver, (555) 010-0199',
        mode,
      }),
      unsubscribeUrl,
    )
  return {
    'entry-filed': filed('live'),
    'entry-filed-text-only': filed('live', true),
    'entry-filed-test': filed('test'),
    confirmation: confirmationMail({
      caseName: 'Harbor Trust Co. v. Brannock Orchards LLC',
      publicUrl,
      link: `${publicUrl}/subscribe/confirm/sample`,
      days: 7,
    }),
  }
}
