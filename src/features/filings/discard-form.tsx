import { Button } from '../../ui/button.tsx'
import { CsrfField } from '../../ui/form.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'

/** By itself, so that a proposal can be discarded whatever is in it. */
export function DiscardForm({ layout, id }: { layout: AdminPageLayout; id: number }) {
  return (
    <form method="post" action={`/admin/filings/${id}`}>
      <CsrfField token={layout.csrfToken} />
      <details class="form-part">
        <summary>Discard this filing</summary>
        <p>Everything still on this page will be deleted. This cannot be undone.</p>
        <Button name="action" value="discard">
          Discard
        </Button>
      </details>
    </form>
  )
}
