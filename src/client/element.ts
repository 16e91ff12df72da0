/** Creates an element. Strings become text, never HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | true> = {},
  ...contents: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value === true ? '' : value)
  }
  made.append(...contents)
  return made
}

/** The zone has the class `is-over` while files are dragged over it. */
export function acceptDrops(
  zone: HTMLElement,
  use: (files: FileList, transfer: DataTransfer) => void,
): void {
  const follow = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    zone.classList.toggle('is-over', event.type === 'dragover')
    if (event.type === 'drop') use(event.dataTransfer.files, event.dataTransfer)
  }
  zone.addEventListener('dragover', follow)
  zone.addEventListener('dragleave', () => zone.classList.remove('is-over'))
  zone.addEventListener('drop', follow)
}
