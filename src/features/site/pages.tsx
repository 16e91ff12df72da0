import type { ErrorView } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { renderPage } from '../../ui/layout/render.tsx'
import { type FindFrame, siteHeader } from './site-frame.ts'

interface ErrorPageProps {
  layout: PublicFrame
  status: number
  title: string
  message: string
  /** The stable code of the problem, for those who report it. */
  code: string
  /** Whether the address is one of the administration's. */
  isAdmin?: boolean
}

/** Never carries an inner message: what is shown here was written for readers. */
export function ErrorPage({ layout, status, title, message, code, isAdmin }: ErrorPageProps) {
  return (
    <PublicLayout {...layout} title={title} noIndex>
      <section class="wrap narrow error-page">
        <h1>{title}</h1>
        <p class="lead">{message}</p>
        <p>
          {isAdmin ? <a href="/admin">Go to the dashboard</a> : <a href="/">Go to the docket</a>}
        </p>
        <p class="error-code">
          {status} · {code}
        </p>
      </section>
    </PublicLayout>
  )
}

/** The friendly page of an error; without the case's name where the database does not answer. */
export async function renderErrorPage(
  platform: Platform,
  findFrame: FindFrame,
  error: ErrorView & { isAdmin: boolean },
): Promise<string> {
  const layout = await findFrame().catch(() => ({
    site: siteHeader(platform),
    assets: platform.assets,
  }))
  return renderPage(<ErrorPage {...{ layout }} {...error} />)
}

/** Words between backticks are code. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, index) => {
        const key = `${index}:${part}`
        return index % 2 === 1 ? <code key={key}>{part}</code> : part
      })}
    </>
  )
}
