/** The arrows in a `data-arrange` list move its lines; Save stores the order. */
export function startArranging(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-arrange]')) {
    list.addEventListener('click', (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('[data-move]')
      const line = button?.closest('li')
      if (!button || !line) return
      event.preventDefault()
      if (button.dataset.move === 'up') line.previousElementSibling?.before(line)
      else line.nextElementSibling?.after(line)
      // unsaved.ts looks for this.
      list.dataset.moved = ''
      for (const arrow of list.querySelectorAll<HTMLButtonElement>('[data-move]')) {
        const end = arrow.dataset.move === 'up' ? 'first' : 'last'
        arrow.disabled = arrow.closest('li')?.matches(`:${end}-child`) === true
      }
      const arrows = [button, ...line.querySelectorAll<HTMLButtonElement>('[data-move]')]
      arrows.find(({ disabled }) => !disabled)?.focus()
    })
  }
}
