import { formatBytes } from '../shared/document-label.ts'

/** Selecting documents keeps the download form in view, with their number and total size. */
export function startSelection(): void {
  const form = document.querySelector<HTMLFormElement>('[data-selection]')
  const report = form?.querySelector<HTMLElement>('[data-selection-report]')
  if (!form || !report) return
  const show = () => {
    const ticked = [...form.elements].filter(
      (one): one is HTMLInputElement =>
        one instanceof HTMLInputElement && one.name === 'document' && one.checked,
    )
    const bytes = ticked.reduce((sum, { dataset }) => sum + Number(dataset.bytes), 0)
    form.classList.toggle('is-raised', ticked.length > 0)
    report.textContent =
      ticked.length > 0 ? `${ticked.length} selected, ${formatBytes(bytes)} ` : ''
  }
  document.addEventListener('change', show)
  // Browsers restore checkboxes when going back.
  addEventListener('pageshow', show)
  show()
}
