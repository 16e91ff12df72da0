import { CsrfField } from '../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CarriedForm } from './carried-form.ts'

interface GivenBackProps {
  layout: PublicFrame
  /** Of the new session. */
  csrfToken: string
  form: CarriedForm
}

/** What was typed before the session ended, after signing in again: sent only when the administrator presses the button. */
export function GivenBackPage({ layout, csrfToken, form }: GivenBackProps) {
  const { action, fields, files } = form
  return (
    <PublicLayout {...layout} title="Not saved yet" noIndex>
      <section class="wrap narrow sign-in">
        <h1>Not saved yet</h1>
        <Notice kind="warn" title="You were signed out before this was saved.">
          <p>
            You are signed in again. Check what you typed, and save it. If something has to be
            corrected, the form comes back with it.
          </p>
          {files.length > 0 && (
            <p>
              Files cannot be kept. Afterwards choose again, on the entry’s page: {files.join(', ')}
              .
            </p>
          )}
        </Notice>
        <dl class="facts given-back">
          {fields.filter(isTyped).map(([name, value], index) => (
            <div key={`${name} ${index}`}>
              <dt>{label(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <form class="form-actions" method="post" action={action}>
          <CsrfField token={csrfToken} />
          {fields.map(([name, value], index) => (
            <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class="button button-primary">
            Save it now
          </button>
          <a href="/admin">Do not save it</a>
        </form>
      </section>
    </PublicLayout>
  )
}

const isTyped = ([name, value]: [string, string]) => name !== 'version' && value.trim() !== ''

/** `filed_on` -> `Filed on` */
function label(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
