import type { ComponentProps } from 'preact'
import type { ErrorView } from '../../../platform/http/errors.ts'
import { Field, type FieldErrors, FormErrors, PostForm } from '../../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords/passwords.ts'

export interface LoginPageProps {
  layout: PublicFrame
  csrfToken: string
  next: string
  /** As typed; passwords are never sent back. */
  email: string
  error?: ErrorView
}

export function LoginPage({ layout, csrfToken, next, email, error }: LoginPageProps) {
  // The password was right; the code is missing or wrong.
  const needsCode = error?.code === 'code_required' || error?.code === 'code_wrong'
  return (
    <PublicLayout
      {...layout}
      title="Sign in"
      description="For administrators of this docket."
      noIndex
    >
      <section class="wrap narrow sign-in">
        <h1>Sign in</h1>
        {error && <Notice kind="error" title={error.message} />}
        <PostForm action="/admin/login" token={csrfToken} submit="Sign in">
          <input type="hidden" name="next" value={next} />
          <Field {...EMAIL} value={email} autofocus={email === ''} />
          <CurrentPassword name="password" label="Password" autofocus={email !== ''} />
          <details open={needsCode}>
            <summary>Two-factor sign-in</summary>
            <Field
              name="code"
              label="Two-factor code"
              hint="The six digits from your app, or a recovery code."
              autocomplete="one-time-code"
            />
          </details>
        </PostForm>
        <p class="field-hint">Forgot your password? Ask your site administrator.</p>
      </section>
    </PublicLayout>
  )
}

export const EMAIL = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autocomplete: 'username',
  required: true,
} as const

interface FirstRunPageProps extends Pick<LoginPageProps, 'layout' | 'csrfToken' | 'email'> {
  action: string
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
        <PostForm action={action} token={csrfToken} submit="Create the account and sign in">
          <Field {...EMAIL} value={email} errors={errors.email} />
          <NewPasswordFields errors={errors} />
        </PostForm>
      </section>
    </PublicLayout>
  )
}

/** No maxlength on the fields: it would silently truncate pasted passwords. */
export function NewPasswordFields({ errors }: { errors: FieldErrors }) {
  const field = { type: 'password', autocomplete: 'new-password', required: true } as const
  return (
    <>
      <Field
        {...field}
        name="password"
        label="New password"
        hint={`${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters of any kind. Several unrelated words are strong and easy to remember.`}
        errors={errors.password}
      />
      <Field
        {...field}
        name="password_repeat"
        label="Confirm new password"
        errors={errors.password_repeat}
      />
    </>
  )
}

type CurrentPasswordProps = Partial<Omit<ComponentProps<typeof Field>, 'errors'>> & {
  errors?: FieldErrors
}

export function CurrentPassword({ errors, ...field }: CurrentPasswordProps) {
  return (
    <Field
      name="current_password"
      label="Current password"
      type="password"
      autocomplete="current-password"
      errors={errors?.current_password}
      required
      {...field}
    />
  )
}
