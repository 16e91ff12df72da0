import { formatInstant } from '../../../shared/date.ts'
import { CsrfField, Field, type FieldErrors, FormErrors } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import type { LiveSession } from '../sessions/session-queries.ts'
import { NewPasswordFields } from '../sign-in/sign-in-pages.tsx'

interface AccountPageProps {
  layout: AdminPageLayout
  /** What has just been done. */
  done?: string | undefined
  errors: FieldErrors
  hasTwoFactor: boolean
  unusedRecoveryCodes: number
  sessions: readonly LiveSession[]
  /** The hash of the session that asks. */
  currentSession: string
}

export function AccountPage({ layout, done, errors, ...account }: AccountPageProps) {
  return (
    <AdminLayout {...layout}>
      {done && <Notice kind="success" title={done} />}
      <section class="account-section">
        <h2>Password</h2>
        <p>Changing it signs you out everywhere else.</p>
        <FormErrors errors={errors} title="The password was not changed." />
        <form class="form" method="post" action="/admin/account/password">
          <CsrfField token={layout.csrfToken} />
          <AccountName email={layout.admin.email} />
          <CurrentPassword errors={errors} />
          <NewPasswordFields errors={errors} />
          <div class="form-actions">
            <button type="submit" class="button button-primary">
              Change password
            </button>
          </div>
        </form>
      </section>
      <TwoFactorSection {...account} />
      <SessionsSection layout={layout} {...account} />
    </AdminLayout>
  )
}

/** Tells password managers whose password it is. */
function AccountName({ email }: { email: string }) {
  return <input type="text" name="username" autocomplete="username" value={email} readOnly hidden />
}

export function CurrentPassword({ errors }: { errors: FieldErrors }) {
  return (
    <Field
      name="current_password"
      label="Current password"
      type="password"
      autocomplete="current-password"
      errors={errors.current_password}
      required
    />
  )
}

type TwoFactorSectionProps = Pick<AccountPageProps, 'hasTwoFactor' | 'unusedRecoveryCodes'>

function TwoFactorSection({ hasTwoFactor, unusedRecoveryCodes }: TwoFactorSectionProps) {
  return (
    <section class="account-section">
      <h2>Two-factor sign-in</h2>
      {hasTwoFactor ? (
        <p>
          It is on. {unusedRecoveryCodes} of your recovery codes{' '}
          {unusedRecoveryCodes === 1 ? 'is' : 'are'} unused.
        </p>
      ) : (
        <p>Off. When it is on, a stolen password alone is not enough to sign in.</p>
      )}
      <p>
        <a class="button" href="/admin/account/two-factor">
          {hasTwoFactor ? 'Recovery codes, or turn it off' : 'Turn on two-factor sign-in'}
        </a>
      </p>
    </section>
  )
}

type SessionsSectionProps = Pick<AccountPageProps, 'layout' | 'sessions' | 'currentSession'>

function SessionsSection({ layout, sessions, currentSession }: SessionsSectionProps) {
  return (
    <section class="account-section">
      <h2>Where you are signed in</h2>
      <Table
        name="sessions"
        caption="Where you are signed in"
        columns={sessionColumns(layout.site.timeZone, currentSession)}
        rows={sessions}
        rowKey={(session) => session.id_hash}
      />
      {sessions.length > 1 && (
        <form class="form-actions" method="post" action="/admin/account/sessions/end-others">
          <CsrfField token={layout.csrfToken} />
          <button type="submit" class="button">
            Sign out everywhere else
          </button>
        </form>
      )}
    </section>
  )
}

function sessionColumns(timeZone: string, current: string): Column<LiveSession>[] {
  const moment = (at: number) => formatInstant(at, timeZone, { time: true })
  return [
    {
      heading: 'Last used',
      labelled: true,
      cell: (session) =>
        session.id_hash === current ? <strong>This browser</strong> : moment(session.last_seen_at),
    },
    {
      heading: 'Signed in',
      cell: (session) => moment(session.created_at),
      labelled: true,
    },
    { heading: 'Address', cell: (session) => session.client_ip ?? 'not known' },
    { heading: 'Browser', cell: (session) => session.user_agent, main: true },
  ]
}
