/** WebKit shows today's date in a date field that is empty; controls.css hides it there until somebody types. */
export function markEmptyDates(): void {
  const mark = () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=date]')) {
      field.toggleAttribute('data-empty', field.value === '' && !field.validity.badInput)
    }
  }
  for (const event of ['input', 'change', 'pageshow']) addEventListener(event, mark)
  mark()
}
