import { formatDate } from '../../shared/date.ts'
import { Contact } from '../text-pieces.tsx'
import { CaseAbout, type CaseFacts } from './case-about.tsx'
import {
  HtmlDocument,
  type PageAssets,
  type PageProps,
  SearchEngineTags,
} from './html-document.tsx'

/** The case as described under Admin > Settings; empty strings until it is filled in. */
export interface SiteHeader {
  caption: string
  caseNumber: string
  court: string
  judge: string
  description: string
  contact: string
  announcement?: string
  facts?: CaseFacts
  /** The only base for absolute links, without a trailing slash. */
  publicUrl: string
  timeZone: string
  /** How many days the IP address of a download is kept; 0: as long as the record. */
  ipDays?: number
  isTesting?: boolean
  /** YYYY-MM-DD; empty while the case is open. */
  closedOn?: string
  /** Only in a closing archive: the figures that it publishes, as sentences. */
  archive?: { figures: readonly string[] } | undefined
}

export interface PublicFrame {
  site: SiteHeader
  assets: PageAssets
}

interface PublicLayoutProps extends PublicFrame, PageProps {
  /** The home page shows the whole caption; other pages show one line that links to it. */
  isHome?: boolean
  /** When the docket last changed, MM/DD/YYYY; shown on the home page. */
  updated?: string | undefined
  canonicalPath?: string
}

export function PublicLayout(props: PublicLayoutProps) {
  const { site, isHome = false, updated, canonicalPath, children, ...page } = props
  const name = caseName(site)
  const address = !page.noIndex && canonicalPath && `${site.publicUrl}${canonicalPath}`
  return (
    <HtmlDocument
      {...page}
      title={isHome ? page.title : `${page.title} – ${name}`}
      area="site"
      searchEngineTags={address && <SearchEngineTags {...page} siteName={name} address={address} />}
    >
      {/* At the top of every printed sheet (print.css). */}
      <div class="case-on-paper" aria-hidden="true">
        <p class="wrap">
          {[name, site.caption && site.caseNumber].filter(Boolean).join(', ')}{' '}
          <span class="printed" data-printed={site.timeZone} />
        </p>
      </div>
      <ClosedBanner site={site} />
      {isHome ? <CaseHeader site={site} updated={updated} /> : <CaseLine site={site} />}
      {site.announcement && (
        <aside class="announcement" aria-label="Announcement">
          <p class="wrap">
            <Contact text={site.announcement} />
          </p>
        </aside>
      )}
      <main class="page" id="content" tabIndex={-1}>
        {children}
      </main>
      <PublicFooter site={site} />
    </HtmlDocument>
  )
}

export function caseName(site: SiteHeader): string {
  return site.caption || site.caseNumber || 'Court docket'
}

function ClosedBanner({ site: { closedOn, archive } }: { site: SiteHeader }) {
  if (!closedOn && !archive) return null
  const rest = archive ? '; this is its archive.' : '. Everything stays available.'
  return (
    <aside class="closed-banner" aria-label="Status of this docket">
      <p class="wrap">
        {closedOn
          ? `This docket was closed on ${formatDate(closedOn)}${rest}`
          : 'This is an archive of this docket.'}
      </p>
    </aside>
  )
}

function CaseHeader({ site, updated }: Pick<PublicLayoutProps, 'site' | 'updated'>) {
  const { court, caseNumber, judge, description } = site
  const facts = [
    court,
    caseNumber && `Case No. ${caseNumber}`,
    judge && (/^(?:hon|judge|chief|magistrate)\b/i.test(judge) ? judge : `Judge ${judge}`),
  ]
  return (
    <header class="case-header">
      <div class="wrap">
        <p class="caption-facts">
          {facts.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <CaseCaption caption={caseName(site)} />
        {description && <Description text={description} />}
        <CaseAbout {...site} updated={updated} />
      </div>
    </header>
  )
}

/** Characters, about two lines; the rest opens in place, without JavaScript. */
const DESCRIPTION_SHOWN = 190

function Description({ text }: { text: string }) {
  if (text.length <= DESCRIPTION_SHOWN * 1.2) return <p class="caption-description">{text}</p>
  const space = text.lastIndexOf(' ', DESCRIPTION_SHOWN)
  const cut = space > 0 ? space : DESCRIPTION_SHOWN
  return (
    <div class="caption-description">
      <span>{text.slice(0, cut)}</span> <span class="entry-cut">…</span>{' '}
      <details class="entry-more">
        <summary>more</summary>
        <p>{text.slice(cut).trimStart()}</p>
      </details>
    </div>
  )
}

/** A longer one, with many parties, opens in place; styles cut it, so that it is whole for search engines and readers' tools. */
const MAX_CAPTION = 140

export function CaseCaption({ caption }: { caption: string }) {
  const whole = caption.trim()
  // `A v. B` has two sides; a caption such as `In re C` has one part.
  const [, first = whole, second] = /^(.+?)\s+vs?\.?\s+(.+)$/is.exec(whole) ?? []
  return (
    <>
      <h1 class="caption-parties">
        <span class="caption-party">{first}</span>
        {second && (
          <>
            {' '}
            <span class="caption-versus">v.</span> <span class="caption-party">{second}</span>
          </>
        )}
      </h1>
      {caption.length > MAX_CAPTION && (
        <details class="entry-more caption-more">
          <summary>
            more<span class="visually-hidden"> of the caption</span>
          </summary>
        </details>
      )}
    </>
  )
}

function CaseLine({ site }: { site: SiteHeader }) {
  return (
    <header class="case-line">
      <div class="wrap">
        <a class="case-line-caption" href="/">
          {caseName(site)}
        </a>
        {site.caption && site.caseNumber && <span class="case-line-number">{site.caseNumber}</span>}
        <a class="case-line-back" href="/">
          All entries
        </a>
      </div>
    </header>
  )
}

/** A closing archive has no pages that need a server. */
const footerLinks = [
  { href: '/', label: 'Docket' },
  { href: '/follow', label: 'Ways to follow', needsServer: true },
  { href: '/about', label: 'About this site' },
  { href: '/verify', label: 'Verify a document' },
  { href: '/api', label: 'Developer API', needsServer: true },
  { href: '/admin', label: 'Administration', needsServer: true, rel: 'nofollow' },
]

function PublicFooter({ site }: { site: SiteHeader }) {
  return (
    <footer class="site-footer">
      <div class="wrap">
        {site.contact && (
          <p>
            Contact: <Contact text={site.contact} />
          </p>
        )}
        <p>
          This is not the court’s official site.{' '}
          <a href="/about#privacy-heading" data-needs-server>
            What this site records
          </a>
        </p>
        <ul class="site-footer-links">
          {footerLinks.map(({ href, label, needsServer, rel }) => (
            <li key={href} data-needs-server={needsServer}>
              <a href={href} rel={rel}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
