import { formatInstant } from '../shared/date.ts'

/** Puts the day into the line at the top of every printed sheet, and prints the page that is made for it. */
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
