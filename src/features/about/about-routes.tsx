import type { Handler } from '../../platform/http/api-schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { CopyLink } from '../../ui/copy-text.tsx'
import { caseName, type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { renderPage } from '../../ui/layout/render.tsx'
import { Section } from '../../ui/section.tsx'
import { SubscribeForm } from '../../ui/subscribe-form.tsx'
import { Contact } from '../../ui/text-pieces.tsx'
import { findCaseSettings } from '../site/queries.ts'
import type { PageDeps } from '../site/site-frame.ts'
import { renderMarkdown } from './markdown.ts'

export function createAboutHandlers({ db }: Platform, { findFrame, sendPage }: PageDeps) {
  async function renderAbout(): Promise<string> {
    const about = renderMarkdown((await findCaseSettings(db)).about).trim()
    return renderPage(<AboutPage layout={await findFrame()} about={about} />)
  }
  const renderFollow = async () => renderPage(<FollowPage layout={await findFrame()} />)

  return {
    about: (request, reply) => sendPage(request, reply, { key: '/about', render: renderAbout }),
    follow: (request, reply) => sendPage(request, reply, { key: '/follow', render: renderFollow }),
  } satisfies Record<string, Handler>
}

/** @param about what the administrator wrote, as safe HTML; may be empty */
function AboutPage({ layout, about }: { layout: PublicFrame; about: string }) {
  const { site } = layout
  const title = 'About this site'
  const description = `What this site about ${caseName(site)} publishes, what it records, and whom to contact.`
  return (
    <PublicLayout {...layout} {...{ title, description }} canonicalPath="/about">
      <article class="wrap narrow prose">
        <h1>{title}</h1>
        {about === '' ? (
          <p>
            This site publishes the docket of {caseName(site)} and the documents filed in the case.
          </p>
        ) : (
          <div dangerouslySetInnerHTML={{ __html: about }} />
        )}
        {site.contact && (
          <Section name="contact" heading="Contact">
            <p>
              <Contact text={site.contact} />
            </p>
          </Section>
        )}
        <Notices {...layout} />
      </article>
    </PublicLayout>
  )
}

function Notices({ site: { court, ipDays = 0, archive } }: PublicFrame) {
  const figures = archive?.figures ?? []
  return (
    <>
      {figures.length > 0 && (
        <Section name="figures" heading="Downloads">
          {figures.map((figure) => (
            <p key={figure}>{figure}</p>
          ))}
        </Section>
      )}
      <Section name="official" heading="Not the court’s site">
        <p>
          The official record is kept by the {court.replace(/^the /i, '') || 'court'}. If a document
          here differs from the court’s, the court’s version controls.
        </p>
      </Section>
      <Section name="privacy" heading="What this site records" data-needs-server>
        <ul>
          <li>
            Each download of a document: which document, when, the visitor’s IP address, and the
            browser or program that requested it.{' '}
            {ipDays > 0
              ? `IP addresses are erased after ${ipDays === 1 ? 'a day' : `${ipDays} days`}.`
              : 'The records are kept for as long as this site is online.'}
          </li>
          <li>If you subscribe, your e-mail address, and what was sent to it and when.</li>
        </ul>
        <p>
          Reading the docket, or a document as text, is not a download. Nothing is shared with
          advertisers or analytics services.
        </p>
      </Section>
    </>
  )
}

function FollowPage({ layout }: { layout: PublicFrame }) {
  const { publicUrl, isTesting, closedOn } = layout.site
  const calendar = `${publicUrl}/calendar.ics`
  const feed = `${publicUrl}/feed.xml`
  const title = 'Ways to follow'
  const description = `Follow ${caseName(layout.site)} by e-mail, in your calendar, or in a feed reader.`
  return (
    <PublicLayout {...layout} {...{ title, description }} canonicalPath="/follow">
      <article class="wrap narrow prose">
        <h1>{title}</h1>
        {!closedOn && (
          <Section name="subscribe" heading="By e-mail">
            <SubscribeForm isTesting={isTesting} />
          </Section>
        )}
        <Section name="calendar" heading="In your calendar">
          <p>
            <a href={calendar.replace(/^https?/, 'webcal')}>Add this case’s calendar</a>. Hearings
            and deadlines appear beside your own dates and are kept up to date.
          </p>
          <p>
            If nothing opens, <a href="/calendar.ics">download the dates as a file</a>, or add a
            calendar by its address: <a href={calendar}>{calendar}</a>
          </p>
        </Section>
        <Section name="feed" heading="In a feed reader">
          <p>
            A feed reader is a program or site, such as Feedly, NetNewsWire, or Thunderbird, that
            shows what is new on many sites in one list. Give it this address:{' '}
            <a href="/feed.xml">{feed}</a>
          </p>
          <p>
            <CopyLink link={feed} what="the feed" />
          </p>
        </Section>
      </article>
    </PublicLayout>
  )
}
