import { formatInstant } from '../../../shared/date.ts'
import { CsrfField, Field, type FieldErrors, FormErrors } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import type { AdministratorRow } from '../queries.ts'

interface AdministratorsPageProps {
  layout: AdminPageLayout
  /** Who is looking at the page: nobody disables their own account. */
  ownId: number
  administrators: readonly AdministratorRow[]
  done?: string | undefined
  /** Why nothing was done. */
  refused?: string | undefined
  /** A password that was made, shown once. */
  created?: { email: string; password: string } | undefined
  email: string
  errors: FieldErrors
}

export function AdministratorsPage(props: AdministratorsPageProps) {
  const { layout, ownId, administrators, done, refused, created, email, errors } = props
  return (
    <AdminLayout {...layout}>
      {done && <Notice kind="success" title={done} />}
      {refused && <Notice kind="error" title={refused} />}
      {created && <CreatedNotice {...created} />}
      <Table
        name="administrators"
        caption="Administrators"
        columns={columns(layout, ownId)}
        rows={administrators}
        rowKey={({ id }) => id}
      />
      <section class="account-section">
        <h2>Add an administrator</h2>
        <FormErrors errors={errors} title="No one was added." />
        <form class="form" method="post" action="/admin/admins">
          <CsrfField token={layout.csrfToken} />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="off"
            value={email}
            errors={errors.email}
            required
          />
          <Field
            name="password"
            label="Password"
            hint="Leave blank to generate one. It is shown only once."
            type="password"
            autocomplete="new-password"
            errors={errors.password}
            required={false}
          />
          <OwnPassword id="add-own-password" errors={errors.current_password} />
          <div class="form-actions">
            <button type="submit" class="button button-primary">
              Add
            </button>
          </div>
        </form>
      </section>
    </AdminLayout>
  )
}

function CreatedNotice({ email, password }: { email: string; password: string }) {
  return (
    <Notice kind="success" title={`${email} is an administrator now.`}>
      <p>
        The password, shown only once: <code data-generated-password>{password}</code>
      </p>
      <p>
        Give it to them in person or by phone. They will be asked to choose their own when they sign
        in.
      </p>
    </Notice>
  )
}

function columns(layout: AdminPageLayout, ownId: number): Column<AdministratorRow>[] {
  const { timeZone } = layout.site
  return [
    {
      heading: 'E-mail address',
      cell: ({ email }) => email,
      sortBy: ({ email }) => email,
      main: true,
    },
    {
      heading: 'State',
      cell: ({ disabled_at }) =>
        disabled_at === null ? 'Active' : `Disabled on ${formatInstant(disabled_at, timeZone)}`,
    },
    {
      heading: 'Two-factor sign-in',
      labelled: true,
      cell: ({ has_two_factor }) => (has_two_factor ? 'On' : 'Off'),
    },
    {
      heading: 'Added',
      labelled: true,
      cell: ({ created_at }) => formatInstant(created_at, timeZone),
      sortBy: ({ created_at }) => created_at,
    },
    {
      heading: 'Change',
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
        <OwnPassword id={`own-password-${row.id}`} />
        <button type="submit" class="button button-small" aria-label={`${verb} ${row.email}`}>
          {verb === 'disable' ? 'Disable' : 'Enable'}
        </button>
      </form>
    </details>
  )
}

/** Who may use the admin area is not decided by an unlocked computer. */
function OwnPassword({ id, errors }: { id: string; errors?: readonly string[] | undefined }) {
  return (
    <Field
      id={id}
      name="current_password"
      label="Your own password"
      type="password"
      autocomplete="current-password"
      errors={errors}
      required
    />
  )
}
