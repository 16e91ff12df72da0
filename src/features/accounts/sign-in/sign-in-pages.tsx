import { CsrfField, Field, type FieldErrors, FormErrors } from '../../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PASSWORD_LEAST, PASSWORD_MOST } from '../passwords/passwords.ts'

interface LoginPageProps {
  layout: PublicFrame
  csrfToken: string
  /** Where to go afterwards; a local path. */
  next: string
  /** As typed before; a password is never sent back. */
  email: string
  /** Why it was refused. */
  message?: string | undefined
  /** The password was right and the code is missing or wrong. */
  needsCode: boolean
  /** The last user has just signed out. */
  isSignedOut?: boolean
}

export function LoginPage(props: LoginPageProps) {
  const { layout, csrfToken, next, email, message, needsCode, isSignedOut } = props
  return (
    <PublicLayout {...layout} title="Sign in" noIndex>
      <section class="wrap narrow sign-in">
        <h1>Sign in</h1>
        {message && <Notice kind="error" title={message} />}
        {isSignedOut && <Notice kind="success" title="You are signed out." />}
        <form class="form" method="post" action="/admin/login">
          <CsrfField token={csrfToken} />
          <input type="hidden" name="next" value={next} />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            value={email}
            autofocus={email === ''}
            required
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="current-password"
            autofocus={email !== ''}
            required
          />
          <Field
            name="code"
            label="Two-factor code"
            hint="Only if two-factor sign-in is on: the six digits from your app, or a recovery code."
            autocomplete="one-time-code"
            required={needsCode}
          />
          <div class="form-actions">
            <button type="submit" class="button button-primary">
              Sign in
            </button>
          </div>
        </form>
        <p class="field-hint">Forgot your password? Ask your site administrator.</p>
      </section>
    </PublicLayout>
  )
}

interface FirstRunPageProps {
  layout: PublicFrame
  csrfToken: string
  /** The path of this page, which is also where the form goes. */
  action: string
  email: string
  errors: FieldErrors
}

export function FirstRunPage({ layout, csrfToken, action, email, errors }: FirstRunPageProps) {
  return (
    <PublicLayout {...layout} title="Create the first administrator" noIndex>
      <section class="wrap narrow sign-in">
        <h1>Create the first administrator</h1>
        <p>This account manages the docket. You can add more administrators later.</p>
        <FormErrors
          errors={errors}
          title="The account was not created. Please correct the following:"
        />
        <form class="form" method="post" action={action}>
          <CsrfField token={csrfToken} />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            value={email}
            errors={errors.email}
            required
          />
          <NewPasswordFields errors={errors} />
          <div class="form-actions">
            <button type="submit" class="button button-primary">
              Create the account and sign in
            </button>
          </div>
        </form>
      </section>
    </PublicLayout>
  )
}

/** A new password, twice. No length limit in the field itself: it would cut off silently what is pasted. */
export function NewPasswordFields({ errors }: { errors: FieldErrors }) {
  return (
    <>
      <Field
        name="password"
        label="New password"
        hint={`${PASSWORD_LEAST} to ${PASSWORD_MOST} characters of any kind. Several unrelated words are strong and easy to remember.`}
        type="password"
        autocomplete="new-password"
        errors={errors.password}
        required
      />
      <Field
        name="password_repeat"
        label="New password again"
        type="password"
        autocomplete="new-password"
        errors={errors.password_repeat}
        required
      />
    </>
  )
}
