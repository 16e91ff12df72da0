import { formatInstant } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'
import { LEAVE_TESTING } from '../../ui/layout/admin-layout.tsx'
import { Section } from '../../ui/section.tsx'
import { viewUrl } from '../docket-admin/entry-list-rules.ts'
import { type CountedNotification, describeNotification } from '../notifications/rules.ts'
import type { Dashboard } from './find-dashboard.ts'

export type AttentionProps = Dashboard['waiting'] & {
  last: CountedNotification | undefined
  timeZone: string
}

export function AttentionList(props: AttentionProps) {
  const lines = attentionLines(props)
  const { last, scans, timeZone, problems } = props
  return (
    <Section name="waiting" heading="Needs your attention">
      {lines.length + problems.length === 0 ? (
        <p>Nothing needs your attention.</p>
      ) : (
        <ul class="plain-list">
          {lines.map(({ href, what, more }) => (
            <li key={what + href}>
              <a href={href}>{what}</a>
              {more && ` ${more}`}
            </li>
          ))}
          {problems.map(({ name, text }) => (
            <li key={name}>
              For the server’s operator: {name}: {text}
            </li>
          ))}
        </ul>
      )}
      {scans > 0 && (
        <p class="field-hint">
          Reading scans in the background: {counted(scans, 'page')} left. Their text becomes
          searchable as soon as it is read.
        </p>
      )}
      {last && (
        <p class="field-hint">
          Last notification:{' '}
          <a href={`/admin/notifications/${last.id}`}>{describeNotification(last, timeZone)}</a>
        </p>
      )}
    </Section>
  )
}

interface AttentionLine {
  href: string
  what: string
  more?: string
}

function attentionLines(props: AttentionProps): AttentionLine[] {
  const { entries, filings, failed, trouble, mailbox, complaints, timeZone } = props
  const { drafts, withFindings, unannounced, testedOnly } = entries
  const at = (time: number) => formatInstant(time, timeZone, { time: true })
  const some = (count: number) => counted(count, 'entry', 'entries')
  const lines: (AttentionLine | false | undefined)[] = [
    drafts > 0 && { href: viewUrl('draft'), what: counted(drafts, 'draft') },
    withFindings > 0 && {
      href: viewUrl('findings'),
      what: `${some(withFindings)} with open findings`,
    },
    unannounced > 0 && {
      href: viewUrl('unannounced'),
      what: `${some(unannounced)} with no notification yet`,
    },
    testedOnly > 0 && {
      href: '/admin/notifications',
      what: `${some(testedOnly)} sent only as a test`,
      more: `and not to subscribers. ${LEAVE_TESTING}`,
    },
    ...filings.map(({ id, created_at, created_by }) => ({
      href: `/admin/filings/${id}`,
      what: 'Continue filing documents',
      more: `started ${at(created_at)} by ${created_by}`,
    })),
    ...failed.map(({ id, subject, state, count }) => ({
      href: `/admin/notifications/${id}`,
      what: counted(count, `${state} delivery`, `${state} deliveries`),
      more: `of “${subject}”`,
    })),
    trouble && {
      href: `/admin/notifications/${trouble.id}`,
      what: `${counted(trouble.count, 'message')} came back because of this site’s mail server or domain`,
      more: `and not because of the recipients, who stay subscribed. ${trouble.reply}`,
    },
    complaints > 0 && {
      href: '/admin/audit-log',
      what: `${counted(complaints, 'subscriber')} reported a notification as spam`,
      more: 'in the last day and will get no more e-mail',
    },
    mailbox.problem !== '' && {
      href: '/admin/notifications',
      what: 'Returned mail has not been read',
      more: `since ${at(mailbox.problem_since ?? 0)}: ${mailbox.problem}`,
    },
  ]
  return lines.filter((line) => line !== false && line !== undefined)
}
