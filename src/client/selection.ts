import { formatBytes } from '../shared/document-label.ts'

/** Ticked documents raise the form that downloads them, wherever on the page they are: how many, and how large. */
export function startSelection(): void {
  const form = document.querySelector<HTMLFormElement>('[data-selection]')
  const report = form?.querySelector<HTMLElement>('[data-selection-report]')
  if (!form || !report) return
  const show = () => {
    const ticked = [...form.elements].filter(
      (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.checked,
    )
    const bytes = ticked.reduce((sum, { dataset }) => sum + Number(dataset.bytes), 0)
    form.classList.toggle('is-raised', ticked.length > 0)
    report.textContent =
      ticked.length > 0 ? `${ticked.length} selected, ${formatBytes(bytes)} ` : ''
  }
  document.addEventListener('change', show)
  // A browser that goes back ticks again what was ticked.
  addEventListener('pageshow', show)
  show()
}
