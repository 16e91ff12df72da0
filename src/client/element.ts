/** An element with its attributes and contents; text is only ever text. */
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

/** Shows what is sent hidden because it does nothing without scripts. */
export function revealScripted(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-needs-script]')) {
    element.hidden = false
  }
}
