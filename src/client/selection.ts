import { formatBytes } from '../shared/document-label.ts'

/** Selecting documents keeps the download form in view, with their number and total size. */
export function startSelection(): void {
  const form = document.querySelector<HTMLFormElement>('[data-selection]')
  const report = form?.querySelector<HTMLElement>('[data-selection-report]')
  if (!form || !report) return
  const ticks = document.querySelectorAll<HTMLInputElement>('input[type=checkbox][name=document]')
  const findTicked = () => [...ticks].filter(({ checked }) => checked)
  const show = () => {
    const ticked = findTicked()
    const bytes = ticked.reduce((sum, { dataset }) => sum + Number(dataset.bytes), 0)
    form.classList.toggle('is-raised', ticked.length > 0)
    report.textContent =
      ticked.length > 0 ? `${ticked.length} selected, ${formatBytes(bytes)} ` : ''
  }
  form.addEventListener('submit', (event) => {
    if (findTicked().length > 0) return
    event.preventDefault()
    report.textContent = 'Select documents first: check the boxes beside them. '
  })
  document.addEventListener('change', show)
  // Browsers restore checkboxes when going back.
  addEventListener('pageshow', show)
  show()
}
