import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'

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
