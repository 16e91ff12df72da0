const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

const textOf = (html: string) =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** What a browser would send of a page's form, without its buttons. @param name the form's class */
export function formOf(html: string, name: string): Record<string, string> {
  const start = html.indexOf(`<form class="${name}"`)
  const form = html.slice(start, html.indexOf('</form>', start))
  const fields: Record<string, string> = {}
  for (const [, attributes = ''] of form.matchAll(/<input\b([^>]*)>/g)) {
    const [, field] = /\bname="([^"]*)"/.exec(attributes) ?? []
    const [, value = ''] = /\bvalue="([^"]*)"/.exec(attributes) ?? []
    if (field) fields[field] = textOf(value)
  }
  const texts = form.matchAll(/<textarea\b[^>]*\bname="([^"]*)"[^>]*>([^<]*)</g)
  for (const [, field = '', value = ''] of texts) {
    // Browsers leave out a first line end.
    fields[field] = textOf(value).replace(/^\n/, '').replaceAll('\n', '\r\n')
  }
  const choices = form.matchAll(/<select\b[^>]*\bname="([^"]*)"[^>]*>(.*?)<\/select>/gs)
  for (const [, field = '', options = ''] of choices) {
    const [, value = ''] = /\bvalue="([^"]*)" selected/.exec(options) ?? []
    fields[field] = textOf(value)
  }
  return fields
}
