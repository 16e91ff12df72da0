import type { ComponentChildren } from 'preact'
import { CaseCaption } from './case-caption.tsx'
import { type Assets, Document, SearchEngineTags } from './html-document.tsx'

/** The case as Admin > Settings describes it; empty strings until someone did. */
export interface SiteHeader {
  caption: string
  caseNumber: string
  court: string
  judge: string
  description: string
  contact: string
  /** The only base of absolute links, without a closing slash. */
  publicUrl: string
  timeZone: string
}

/** What every public page is given besides its own content. */
export interface PublicFrame {
  site: SiteHeader
  assets: Assets
}

interface PublicLayoutProps extends PublicFrame {
  title: string
  /** The home page carries the whole caption, other pages a line that leads back to it. */
  isHome?: boolean
  /** A path; the page's permalink, where it has one. */
  canonicalPath?: string
  description?: string
  /** schema.org's view of the page. */
  structuredData?: object
  /** Pages with a personal token, results of a search, and errors. */
  noIndex?: boolean
  children: ComponentChildren
}

export function PublicLayout({ site, assets, isHome = false, ...props }: PublicLayoutProps) {
  return (
    <Document
      title={isHome ? props.title : `${props.title} – ${caseName(site)}`}
      assets={assets}
      style="site.css"
      script="site.js"
      description={props.description}
      searchEngineTags={!props.noIndex && <Tags site={site} {...props} />}
      noIndex={props.noIndex}
      hasFeed
    >
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      {isHome ? <CaseHeader site={site} /> : <CaseLine site={site} />}
      <main class="page" id="content" tabIndex={-1}>
        {props.children}
      </main>
      <PublicFooter site={site} />
    </Document>
  )
}

function Tags({
  site,
  title,
  ...props
}: Pick<PublicLayoutProps, 'site' | 'title'> & Partial<PublicLayoutProps>) {
  const { canonicalPath, description, structuredData } = props
  if (!canonicalPath) return null
  const address = `${site.publicUrl}${canonicalPath}`
  return (
    <SearchEngineTags
      siteName={caseName(site)}
      {...{ title, address, description, structuredData }}
    />
  )
}

export function caseName(site: SiteHeader): string {
  return site.caption || site.caseNumber || 'Court docket'
}

/** The first page of a pleading: court above, parties to the left of the rule, number and judge to its right. */
function CaseHeader({ site }: { site: SiteHeader }) {
  return (
    <header class="case-header">
      <div class="wrap">
        {site.court && <p class="caption-court">{site.court}</p>}
        <div class="caption">
          <CaseCaption caption={caseName(site)} />
          <CaseFacts site={site} />
        </div>
        {site.description && <p class="caption-description">{site.description}</p>}
      </div>
    </header>
  )
}

function CaseFacts({ site }: { site: SiteHeader }) {
  const facts = [
    { term: 'Case No.', value: site.caseNumber },
    { term: 'Judge', value: site.judge },
  ].filter(({ value }) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl class="caption-facts">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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

function PublicFooter({ site }: { site: SiteHeader }) {
  return (
    <footer class="site-footer">
      <div class="wrap">
        {site.contact && (
          <p>
            Contact: <MailOrText text={site.contact} />
          </p>
        )}
        <ul class="site-footer-links">
          <li>
            <a href="/">Docket</a>
          </li>
          <li>
            <a href="/#subscribe">Subscribe by e-mail</a>
          </li>
          <li>
            <a href="/feed.xml">Feed</a>
          </li>
          <li>
            <a href="/verify">Verify a document</a>
          </li>
          <li>
            <a href="/api">API</a>
          </li>
          <li>
            <a href="/admin" rel="nofollow">
              Administration
            </a>
          </li>
        </ul>
      </div>
    </footer>
  )
}

/** An e-mail address as a link, anything else as it was written. */
function MailOrText({ text }: { text: string }) {
  const isAddress = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(text)
  return isAddress ? <a href={`mailto:${text}`}>{text}</a> : text
}
