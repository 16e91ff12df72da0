/* Where each public address lies in the archive, and how its pages are changed to need no server. */

const PAGE = 'index.html'

const SAME_NAME =
  /^(?:assets\/.+|(?:events\/\d+|calendar)\.ics|(?:feed|sitemap)\.xml|robots\.txt|(?:card|apple-touch-icon)\.png|manifest\.webmanifest)$/

const parse = (address: string) => new URL(address, 'http://archive')

export const archivedFile = (address: string): string | undefined => fileAt(parse(address))

function fileAt({ pathname: path, searchParams: query }: URL): string | undefined {
  const name = path.slice(1)
  const part = (key: string) => (/^\d+$/.test(query.get(key) ?? '') ? `${query.get(key)}/` : '')
  if (path === '/') return `${part('page') && 'page/'}${part('page')}${PAGE}`
  const pdf = /^api\/documents\/(\d+)\/download$/.exec(name)
  if (pdf) return `documents/${pdf[1]}.pdf`
  if (/^documents\/\d+\/text$/.test(name)) return `${name}/${part('from')}${PAGE}`
  if (/^(?:(?:entries|documents)\/\d+|ecf\/\d+(?:-\d+)?|about|verify|print)$/.test(name))
    return `${name}/${PAGE}`
  if (/^api\/docket-entries(?:\/\d+)?$/.test(name)) return `${name}.json`
  return SAME_NAME.test(name) ? name : undefined
}

/** From one file of the archive to what lies at the address; to the list of entries if nothing does. */
function relativeLink(file: string, address: string): string {
  const url = parse(address)
  const target = fileAt(url) ?? PAGE
  const { searchParams, hash } = url
  // A document's page opens its viewer there.
  const isPlace = /^documents\/\d+\/index\.html$/.test(target) && searchParams.has('page')
  const up = '../'.repeat(file.split('/').length - 1)
  return `${up}${target}${isPlace ? `?page=${searchParams.get('page')}` : ''}${hash}`
}

export function archivedPage(html: string, file: string): { html: string; links: string[] } {
  const links: string[] = []
  const relative = withoutServerParts(html).replace(
    / (href|src|action|data-inline-viewer)="(\/[^"]*)"/g,
    (_, name, value) => {
      const address = value.replaceAll('&amp;', '&')
      links.push(address)
      return ` ${name}="${relativeLink(file, address)}"`
    },
  )
  // Browsers load no modules, and check no hashes, from a disk. Links open pages, not the viewer above the page.
  const loose = relative
    .replace(/ (?:integrity|crossorigin|data-view-document)="[^"]*"/g, '')
    .replace('<script type="module"', '<script defer')
    .replace(/<link rel="preload"[^>]*>/g, '')
    .replaceAll('document document-choice', 'document')
    .replace('<search>', '<search data-needs-script>')
  return { html: loose, links }
}

/** Only pages of this program: their markup is complete, and escaped wherever it is text. */
function withoutServerParts(html: string): string {
  let kept = ''
  let from = 0
  for (const match of html.matchAll(/<([a-z]+)\b([^<>]*)>/g)) {
    const { index, 0: start, 1: tag = '', 2: attributes = '' } = match
    if (index < from || !/ data-needs-server\b/.test(attributes)) continue
    kept += html.slice(from, index)
    from = tag === 'input' ? index + start.length : endOf(html, index, tag)
  }
  return kept + html.slice(from)
}

function endOf(html: string, start: number, tag: string): number {
  let depth = 0
  const marks = new RegExp(`<(/?)${tag}\\b[^>]*>`, 'g')
  for (const { index, 0: mark, 1: closing } of html.slice(start).matchAll(marks)) {
    depth += closing ? -1 : 1
    if (depth === 0) return start + index + mark.length
  }
  throw new Error(`<${tag}> does not end`)
}

export function redirectPage(file: string, address: string): string {
  const link = relativeLink(file, address)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${link}"><p><a href="${link}">Continue</a></p></html>\n`
}
