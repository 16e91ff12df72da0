import MarkdownIt from 'markdown-it'
import { linkContacts } from '../../shared/contact-links.ts'

/** No HTML or images, and links only to pages, e-mail, and phone numbers, so that no text can take over the page. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable('image')
// Only text with http: or https: becomes a link: “Filed.In” must not.
markdown.linkify.set({ fuzzyLink: false })
markdown.validateLink = (url) => /^(?:https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(url)

// The page already has an h1, so headings in the text move down a level.
for (const rule of ['heading_open', 'heading_close'] as const) {
  markdown.renderer.rules[rule] = (tokens, at, options, _, self) => {
    const token = tokens[at]
    if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
    return self.renderToken(tokens, at, options)
  }
}

markdown.renderer.rules.text = (tokens, at) => {
  const { escapeHtml } = markdown.utils
  const content = tokens[at]?.content ?? ''
  const before = tokens.slice(0, at)
  const count = (type: string) => before.filter((token) => token.type === type).length
  if (count('link_open') > count('link_close')) return escapeHtml(content)
  const parts = linkContacts(content).map(({ text, href }) =>
    href ? `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>` : escapeHtml(text),
  )
  return parts.join('')
}

/** Markdown (CommonMark) as safe HTML. */
export const renderMarkdown = (text: string): string => markdown.render(text)
