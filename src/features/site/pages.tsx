import type { FastifyRequest } from 'fastify'
import type { ErrorView } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { renderPage } from '../../ui/layout/render.tsx'
import { type FindFrame, siteHeader } from './site-frame.ts'

type ErrorPageProps = ErrorView & { layout: PublicFrame; method: string; path: string }

/** May be shown in the viewer's frame, so its links leave it. */
function ErrorPage({ layout, title, message, status, code, method, path }: ErrorPageProps) {
  const isAdmin = path.startsWith('/admin')
  const [, link] = /^\/api(\/(?:unsubscribe|subscribe\/confirm)\/.+)/.exec(path) ?? []
  return (
    <PublicLayout {...layout} title={title} noIndex isFramed>
      <section class="wrap narrow error-page">
        <h1>{title}</h1>
        <p class="lead">{message}</p>
        {code === 'csrf' && link && (
          <p>
            <ButtonLink kind="primary" href={link}>
              Open the page again
            </ButtonLink>
          </p>
        )}
        {status === 422 && method === 'GET' && path !== '/documents.zip' && (
          <p>
            <a href={path}>Choose again</a>
          </p>
        )}
        {status === 404 && !isAdmin && <SearchDocket />}
        <p>
          {isAdmin ? <a href="/admin">Go to the dashboard</a> : <a href="/">Go to the docket</a>}
        </p>
      </section>
    </PublicLayout>
  )
}

function SearchDocket() {
  return (
    <search>
      <form class="field-row" method="get" action="/" aria-label="Search the docket">
        <input
          class="control"
          type="search"
          name="q"
          maxLength={200}
          aria-label="Search entries and documents, or enter an ECF number"
          placeholder="Search, or enter an ECF number"
        />
        <Button kind="primary">Search</Button>
      </form>
    </search>
  )
}

/** The error page; without the case's name if the database is not responding. */
export function createErrorRenderer(platform: Platform, findFrame: FindFrame) {
  const { assets } = platform
  return async ({ method, url }: FastifyRequest, error: ErrorView): Promise<string> => {
    const layout = await findFrame().catch(() => ({ site: siteHeader(platform), assets }))
    const [path = ''] = url.split('?')
    return renderPage(<ErrorPage {...error} layout={layout} method={method} path={path} />)
  }
}
