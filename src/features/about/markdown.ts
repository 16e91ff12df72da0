import MarkdownIt from 'markdown-it'
import { linkContacts } from '../../shared/contact-links.ts'

/** No HTML, images, or other links: no text can take over the page. A table's row of one character can be a thousand cells. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable(['image', 'table'])
// Only text with http: or https: becomes a link: “Filed.In” must not. E-mail addresses are linked with the contacts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
markdown.validateLink = (url) => /^(?:https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(url)

/** The page already has an h1, so headings in the text move down a level. */
markdown.core.ruler.push('headings', ({ tokens }) => {
  for (const token of tokens) {
    const [, level] = /^h(\d)$/.exec(token.tag) ?? []
    if (level) token.tag = `h${Math.min(6, Number(level) + 1)}`
  }
  const parties = tokens.find(
    ({ type }, at) => type === 'heading_open' && /^Parties\b/.test(tokens[at + 1]?.content ?? ''),
  )
  parties?.attrSet('id', 'parties')
})

/** Text that is not already part of a link. */
markdown.core.ruler.push('contacts', ({ tokens }) => {
  for (const { children } of tokens) {
    let depth = 0
    for (const token of children ?? []) {
      if (token.type === 'link_open') depth += 1
      else if (token.type === 'link_close') depth -= 1
      else if (token.type === 'text' && depth === 0) token.type = 'contacts'
    }
  }
})

const { escapeHtml } = markdown.utils
markdown.renderer.rules.contacts = (tokens, at) =>
  linkContacts(tokens[at]?.content ?? '')
    .map(({ text, href }) =>
      href ? `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>` : escapeHtml(text),
    )
    .join('')

export const renderMarkdown = (text: string): string => markdown.render(text)
