type Attributes = Record<string, string | true>

/** An element with its attributes and contents; text is only ever text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...contents: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value === true ? '' : value)
  }
  made.append(...contents)
  return made
}

/** Shows what would do nothing without these scripts, and is therefore sent hidden. */
export function revealScripted(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-needs-script]')) {
    element.hidden = false
  }
}

/** Reading or writing throws where a browser keeps nothing; then there is nothing, and nothing is kept. */
export function withStorage<T>(
  name: 'localStorage' | 'sessionStorage',
  use: (storage: Storage) => T,
): T | undefined {
  try {
    return use(window[name])
  } catch {
    return undefined
  }
}
