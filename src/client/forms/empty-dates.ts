/** WebKit shows today's date in an empty date field; controls.css hides it until someone types. */
export function markEmptyDates(): void {
  const mark = () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=date]')) {
      field.toggleAttribute('data-empty', field.value === '' && !field.validity.badInput)
    }
  }
  for (const event of ['input', 'change', 'pageshow']) addEventListener(event, mark)
  mark()
}
