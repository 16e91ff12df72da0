import { formatInstant } from '../../../shared/date.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Field, type FieldErrors, FormErrors, PostForm } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import { browserName } from '../rules.ts'
import type { LiveSession } from '../sessions/session-queries.ts'
import { CurrentPassword, NewPasswordFields } from '../sign-in/sign-in-pages.tsx'

export interface AccountPageProps {
  layout: AdminPageLayout
  errors: FieldErrors
  refused?: string
  hasTwoFactor: boolean
  unusedRecoveryCodes: number
  sessions: readonly LiveSession[]
  currentSession: string
}

export function AccountPage(props: AccountPageProps) {
  const { layout, refused, errors } = props
  return (
    <AdminLayout {...layout}>
      {refused && <Notice kind="error" title={refused} />}
      <section class="account-section">
        <h2>Password</h2>
        <p>Changing it signs you out everywhere else.</p>
        <FormErrors errors={errors} title="The password was not changed." />
        <PostForm
          action="/admin/account/password"
          token={layout.csrfToken}
          submit="Change password"
        >
          {/* Lets password managers match the password to the account. */}
          <input
            name="username"
            autocomplete="username"
            value={layout.admin.email}
            readOnly
            hidden
          />
          <CurrentPassword errors={errors} />
          <NewPasswordFields errors={errors} />
        </PostForm>
      </section>
      <TwoFactorSection {...props} />
      <SessionsSection {...props} />
    </AdminLayout>
  )
}

function TwoFactorSection({ layout, hasTwoFactor, unusedRecoveryCodes }: AccountPageProps) {
  return (
    <section class="account-section">
      <h2>Two-factor sign-in</h2>
      {hasTwoFactor ? (
        <>
          <p>
            On. Unused recovery codes: {unusedRecoveryCodes}. For new ones, or another phone, turn
            it off and on again.
          </p>
          <PostForm
            action="/admin/account/two-factor/off"
            token={layout.csrfToken}
            submit={<Button kind="danger">Turn off two-factor sign-in</Button>}
          >
            <CurrentPassword id="two-factor-password" />
          </PostForm>
        </>
      ) : (
        <>
          <p>Off. When it is on, a stolen password alone is not enough to sign in.</p>
          <ButtonLink href="/admin/account/two-factor">Turn on two-factor sign-in</ButtonLink>
        </>
      )}
    </section>
  )
}

function SessionsSection({ layout, sessions, currentSession }: AccountPageProps) {
  const heading = 'Where you are signed in'
  const moment = (at: number) => formatInstant(at, layout.site.timeZone, { time: true })
  const lastUsed = ({ id_hash, last_seen_at }: LiveSession) =>
    id_hash === currentSession ? <strong>This browser</strong> : moment(last_seen_at)
  const columns: Column<LiveSession>[] = [
    { heading: 'Browser', cell: ({ user_agent }) => browserName(user_agent), main: true },
    { heading: 'Last used', cell: lastUsed, labeled: true },
    { heading: 'Signed in', cell: ({ created_at }) => moment(created_at), labeled: true },
    { heading: 'IP address', cell: ({ client_ip }) => client_ip ?? 'unknown' },
  ]
  return (
    <section class="account-section">
      <h2>{heading}</h2>
      <Table caption={heading} columns={columns} rows={sessions} />
    </section>
  )
}

export function TurnOnTwoFactorPage(
  props: Pick<AccountPageProps, 'layout' | 'errors'> & { secret: string; qrCode: string },
) {
  const { layout, secret, qrCode, errors } = props
  const keyInGroups = secret.replaceAll(/.{4}(?=.)/g, '$& ')
  return (
    <AdminLayout {...layout}>
      <FormErrors errors={errors} title="Two-factor sign-in was not turned on." />
      <ol class="steps">
        <li>Install an authenticator app on your phone if you don’t have one.</li>
        <li>
          <p>Scan this QR code with the app:</p>
          <div
            class="qr-code"
            role="img"
            aria-label="QR code for the authenticator app"
            dangerouslySetInnerHTML={{ __html: qrCode }}
          />
          <p>
            Or enter this key: <code data-totp-secret>{keyInGroups}</code>
          </p>
        </li>
        <li>Enter the six digits the app shows now.</li>
      </ol>
      <PostForm
        action="/admin/account/two-factor"
        token={layout.csrfToken}
        submit="Turn on"
        cancel="/admin/account"
      >
        <input type="hidden" name="secret" value={secret} />
        <Field
          name="code"
          label="Code"
          inputMode="numeric"
          autocomplete="one-time-code"
          errors={errors.code}
          required
        />
        <CurrentPassword errors={errors} />
      </PostForm>
    </AdminLayout>
  )
}

export function RecoveryCodesPage(props: { layout: AdminPageLayout; codes: readonly string[] }) {
  const { layout, codes } = props
  const text = codes.join('\n')
  return (
    <AdminLayout {...layout}>
      <Notice kind="success" title="Two-factor sign-in is on." />
      <p>
        Print these recovery codes or store them with your passwords. Each lets you sign in once
        without your phone. <strong>They are shown only once.</strong>
      </p>
      <ul class="recovery-codes" data-recovery-codes>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="form-actions">
        <CopyText text={text} label="Copy" noun="Codes" what="the recovery codes" />
        <ButtonLink
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </ButtonLink>
      </div>
      <p>
        <ButtonLink kind="primary" href="/admin/account">
          I have saved them
        </ButtonLink>
      </p>
    </AdminLayout>
  )
}
