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
