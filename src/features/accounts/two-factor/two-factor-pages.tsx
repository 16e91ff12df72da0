import { CsrfField, Field, type FieldErrors, FormErrors } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import { CurrentPassword } from '../administrators/account-pages.tsx'
import type { QrCode } from './totp.ts'
import type { OfferedSecret } from './two-factor.ts'

interface TurnOnPageProps {
  layout: AdminPageLayout
  offered: OfferedSecret
  qr: QrCode
  errors: FieldErrors
}

export function TurnOnTwoFactorPage({ layout, offered, qr, errors }: TurnOnPageProps) {
  return (
    <AdminLayout {...layout}>
      <FormErrors errors={errors} title="Two-factor sign-in was not turned on." />
      <ol class="steps">
        <li>Install an authenticator app on your phone if you don’t have one.</li>
        <li>
          <p>Scan this QR code with the app:</p>
          <QrCodeImage qr={qr} />
          <p>
            Or enter this key: <code data-totp-secret>{inGroups(offered.secret)}</code>
          </p>
        </li>
        <li>Enter the six digits the app shows now.</li>
      </ol>
      <form class="form" method="post" action="/admin/account/two-factor">
        <CsrfField token={layout.csrfToken} />
        <input type="hidden" name="secret" value={offered.secret} />
        <input type="hidden" name="proof" value={offered.proof} />
        <Field
          name="code"
          label="Code"
          inputMode="numeric"
          autocomplete="one-time-code"
          errors={errors.code}
          required
        />
        <CurrentPassword errors={errors} />
        <div class="form-actions">
          <button type="submit" class="button button-primary">
            Turn on
          </button>
          <a href="/admin/account">Cancel</a>
        </div>
      </form>
    </AdminLayout>
  )
}

/** Dark on white in both color schemes: phones read nothing else. No style attribute (PROMISES 9). */
function QrCodeImage({ qr }: { qr: QrCode }) {
  return (
    <svg
      class="qr-code"
      width="232"
      height="232"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label="QR code for the authenticator app"
    >
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}

function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

interface TwoFactorPageProps {
  layout: AdminPageLayout
  unusedRecoveryCodes: number
  errors: FieldErrors
}

export function TwoFactorPage({ layout, unusedRecoveryCodes, errors }: TwoFactorPageProps) {
  return (
    <AdminLayout {...layout}>
      <p>Two-factor sign-in is on. Unused recovery codes: {unusedRecoveryCodes}.</p>
      <FormErrors errors={errors} title="Nothing was changed." />
      <form class="form" method="post" action="/admin/account/two-factor/recovery-codes">
        <CsrfField token={layout.csrfToken} />
        <CurrentPassword errors={errors} />
        <div class="form-actions">
          <button type="submit" class="button">
            Make new recovery codes
          </button>
          <button
            type="submit"
            class="button button-danger"
            formAction="/admin/account/two-factor/off"
          >
            Turn off two-factor sign-in
          </button>
          <a href="/admin/account">Cancel</a>
        </div>
      </form>
    </AdminLayout>
  )
}

interface RecoveryCodesPageProps {
  layout: AdminPageLayout
  codes: readonly string[]
  /** What was just done. */
  done: string
}

export function RecoveryCodesPage({ layout, codes, done }: RecoveryCodesPageProps) {
  return (
    <AdminLayout {...layout}>
      <Notice kind="success" title={done} />
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
      <p>
        <a class="button button-primary" href="/admin/account">
          I have saved them
        </a>
      </p>
    </AdminLayout>
  )
}
