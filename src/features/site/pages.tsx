import type { FastifyRequest } from 'fastify'
import type { ErrorView } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { renderPage } from '../../ui/layout/render.tsx'
import { type FindFrame, siteHeader } from './site-frame.ts'

interface ErrorPageProps extends ErrorView {
  layout: PublicFrame
  isAdmin: boolean
}

function ErrorPage({ layout, title, message, isAdmin }: ErrorPageProps) {
  return (
    <PublicLayout {...layout} title={title} noIndex>
      <section class="wrap narrow error-page">
        <h1>{title}</h1>
        <p class="lead">{message}</p>
        <p>
          {isAdmin ? <a href="/admin">Go to the dashboard</a> : <a href="/">Go to the docket</a>}
        </p>
      </section>
    </PublicLayout>
  )
}

/** The error page; without the case's name if the database is not responding. */
export function createErrorRenderer(platform: Platform, findFrame: FindFrame) {
  const { assets } = platform
  return async ({ url }: FastifyRequest, error: ErrorView): Promise<string> => {
    const layout = await findFrame().catch(() => ({ site: siteHeader(platform), assets }))
    return renderPage(<ErrorPage {...error} layout={layout} isAdmin={url.startsWith('/admin')} />)
  }
}
