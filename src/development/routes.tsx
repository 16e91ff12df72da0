import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../features/accounts/sessions/form-attempt.ts'
import { entryFiledMail, personalize } from '../features/notifications/message/entry-filed-mail.tsx'
import type { FindFrame } from '../features/site/site-frame.ts'
import { confirmationMail } from '../features/subscriptions/subscribe/confirmation-mail.tsx'
import { NotFoundError } from '../platform/http/errors.ts'
import { anyone, get, type Route } from '../platform/http/route.ts'
import { ComponentsPage, documents } from './components-page.tsx'

/** These addresses exist only if NODE_ENV is `development`. */
export function developmentRoutes(publicUrl: string, findFrame: FindFrame): Route[] {
  const mails = new Map(Object.entries(sampleMails(publicUrl)))

  async function components(_request: FastifyRequest, reply: FastifyReply) {
    return sendPage(reply, <ComponentsPage {...(await findFrame())} mails={[...mails.keys()]} />)
  }

  async function mail(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string }
    const { part } = request.query as { part?: unknown }
    const sample = mails.get(name)
    if (!sample) throw new NotFoundError('There is no such message.')
    if (part === 'text') return reply.type('text/plain; charset=utf-8').send(sample.text)
    // Mail uses inline styles, which the site's own policy forbids.
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(sample.html)
  }

  return [get('/development', anyone, components), get('/development/mail/:name', anyone, mail)]
}

const CASE = 'Harbor Trust Co. v. Brannock Orchards LLC'

/** Every message that the service sends, keyed by the name in its preview's address. */
function sampleMails(publicUrl: string) {
  const entry = {
    number: 45,
    filedOn: '2026-07-30',
    title: 'Motion to Approve the Sale of the Orchard',
    type: 'Motion',
    description:
      'The receiver asks the court to approve the sale.\n\nA hearing is set for 08/20/2026.',
    filedBy: 'Receiver',
    url: `${publicUrl}/entries/1`,
    events: [
      {
        label: 'Hearing',
        when: '08/20/2026, 10:00 AM',
        about: 'Courtroom 4B',
        url: `${publicUrl}/events/1.ics`,
      },
    ],
    documents: documents.map(({ url, ...rest }) => ({ ...rest, url: `${publicUrl}${url}` })),
  }
  const filed = (mode: 'test' | 'live', changes = {}) => {
    const mail = entryFiledMail({
      caption: CASE,
      caseNumber: '1:26-cv-00417',
      court: 'United States District Court',
      entries: [{ ...entry, ...changes }],
      siteUrl: publicUrl,
      contact: 'Office of the Receiver, (555) 010-0199',
      mode,
    })
    return personalize(mail, `${publicUrl}/unsubscribe/sample`)
  }
  const link = `${publicUrl}/subscribe/confirm/sample`
  return {
    'entry-filed': filed('live'),
    'entry-filed-text-only': filed('live', { number: null, documents: [] }),
    'entry-filed-test': filed('test'),
    confirmation: confirmationMail({
      caseName: CASE,
      publicUrl,
      link,
      days: 7,
      contact: 'clerk@example.com',
    }),
  }
}
