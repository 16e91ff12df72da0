import { Contact } from '../text-pieces.tsx'

/** Dates are MM/DD/YYYY. */
export interface CaseFacts {
  filed?: string | undefined
  terminated?: string | undefined
  hasParties?: boolean
}

type CaseAboutProps = { facts?: CaseFacts; updated: string | undefined; contact: string }

export function CaseAbout({ facts = {}, updated, contact }: CaseAboutProps) {
  const { filed, terminated, hasParties } = facts
  const dates = [
    filed && `Filed ${filed}`,
    terminated && `Terminated ${terminated}`,
    updated && `Last updated ${updated}`,
  ]
  const links = {
    'About and questions': '/about',
    ...(hasParties && { Parties: '/about#parties' }),
    ...(contact && { Contact: '/about#contact-heading' }),
    Follow: '/follow',
    Verify: '/verify',
  }
  return (
    <nav class="case-about" aria-label="About this case">
      <p>
        {dates.filter(Boolean).map((date) => (
          <span key={date}>{date}</span>
        ))}
        <span>
          {contact && (
            <>
              Published by <Contact text={contact} />.{' '}
            </>
          )}
          Not the court’s site.
        </span>
      </p>
      <ul>
        {Object.entries(links).map(([label, href]) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
