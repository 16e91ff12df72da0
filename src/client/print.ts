import { formatInstant } from '../shared/date.ts'

/** Puts today's date at the top of every printed sheet; opens the print dialog on the page made for printing. */
export function startPrint(): void {
  const place = document.querySelector<HTMLElement>('[data-printed]')
  if (!place) return
  const date = () => {
    place.textContent = `Printed ${formatInstant(Date.now(), place.dataset.printed ?? 'UTC')}`
  }
  date()
  addEventListener('beforeprint', date)
  if (document.querySelector('[data-print-now]')) addEventListener('load', () => print())
}
