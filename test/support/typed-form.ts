import type { Form } from '../../src/platform/http/request/form.ts'

/** A form with these fields, each sent once. */
export function typedForm(fields: Record<string, string>): Form {
  const all = (name: string) => (Object.hasOwn(fields, name) ? [fields[name] ?? ''] : [])
  return {
    all,
    names: () => Object.keys(fields),
    has: (name) => all(name).length > 0,
    text: (name) => all(name).at(-1) ?? '',
    files: [],
    discard: async () => {},
  }
}
