import { formatInstant } from '../../../shared/date.ts'
import { Button } from '../../../ui/button.tsx'
import { CsrfField, Field, type FieldErrors, FormErrors, PostForm } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import type { AdministratorRow } from '../queries.ts'
import { CurrentPassword, EMAIL } from '../sign-in/sign-in-pages.tsx'

export interface AdministratorsPageProps {
  layout: AdminPageLayout
  ownId: number
  administrators: readonly AdministratorRow[]
  refused?: string | undefined
  /** A generated password, shown once. */
  created?: { email: string; password: string } | undefined
  email: string
  errors: FieldErrors
}

/** Asked for so that no one at an unlocked computer can add or disable administrators. */
const OWN = { label: 'Your own password' }

export function AdministratorsPage(props: AdministratorsPageProps) {
  const { layout, ownId, administrators, refused, created, email, errors } = props
  return (
    <AdminLayout {...layout}>
      {refused && <Notice kind="error" title={refused} />}
      {created && <CreatedNotice {...created} />}
      <Table caption="Administrators" columns={columns(layout, ownId)} rows={administrators} />
      <section class="account-section">
        <h2>Add an administrator</h2>
        <FormErrors errors={errors} title="No one was added." />
        <PostForm action="/admin/admins" token={layout.csrfToken} submit="Add">
          <Field {...EMAIL} autocomplete="off" value={email} errors={errors.email} />
          <Field
            name="password"
            label="Password"
            hint="Leave blank to generate one. It is shown only once."
            type="password"
            autocomplete="new-password"
            errors={errors.password}
            required={false}
          />
          <CurrentPassword {...OWN} id="add-own-password" errors={errors} />
        </PostForm>
      </section>
    </AdminLayout>
  )
}

function CreatedNotice({ email, password }: { email: string; password: string }) {
  return (
    <Notice kind="success" title={`${email} is now an administrator.`}>
      <p>
        Password (shown only once): <code data-generated-password>{password}</code>
      </p>
      <p>
        Give it to them in person or by phone. They will be asked to choose their own when they sign
        in.
      </p>
    </Notice>
  )
}

function columns(layout: AdminPageLayout, ownId: number): Column<AdministratorRow>[] {
  const day = (at: number) => formatInstant(at, layout.site.timeZone)
  return [
    { heading: 'E-mail address', cell: ({ email }) => email, main: true },
    {
      heading: 'State',
      cell: ({ disabled_at }) =>
        disabled_at === null ? 'Active' : `Disabled on ${day(disabled_at)}`,
    },
    {
      heading: 'Two-factor sign-in',
      labeled: true,
      cell: ({ totp_secret }) => (totp_secret === null ? 'Off' : 'On'),
    },
    { heading: 'Added', cell: ({ created_at }) => day(created_at), labeled: true },
    {
      heading: 'Actions',
      cell: (row) =>
        row.id === ownId ? 'This is you' : <Toggle row={row} csrfToken={layout.csrfToken} />,
    },
  ]
}

function Toggle({ row, csrfToken }: { row: AdministratorRow; csrfToken: string }) {
  const verb = row.disabled_at === null ? 'disable' : 'enable'
  return (
    <details>
      <summary aria-label={`Change ${row.email}`}>Change</summary>
      <form class="form" method="post" action={`/admin/admins/${row.id}/${verb}`}>
        <CsrfField token={csrfToken} />
        <CurrentPassword {...OWN} id={`own-password-${row.id}`} />
        <Button kind="small" aria-label={`${verb} ${row.email}`}>
          {verb === 'disable' ? 'Disable' : 'Enable'}
        </Button>
      </form>
    </details>
  )
}
