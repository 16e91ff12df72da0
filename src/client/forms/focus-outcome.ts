/**
 * A page that comes back with reasons, with what somebody else did meanwhile, or with what was just done, begins there for
 * the keyboard and for screen readers, which do not read out what is on a page from its start.
 */
export function focusOutcome(): void {
  const main = document.querySelector('main')
  const outcome =
    main?.querySelector<HTMLElement>('[data-form-errors]:not([hidden])') ??
    main?.querySelector<HTMLElement>(
      '.notice-error:not([hidden]), .notice-success, form .notice-warn',
    )
  // A fragment names another place; a field that asks for the focus keeps it.
  if (!outcome || location.hash || main?.querySelector('[autofocus]')) return
  outcome.tabIndex = -1
  outcome.focus()
}
