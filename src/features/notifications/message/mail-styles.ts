import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/* Inline for mail programs that drop style sheets, and in a style sheet, because only that can support dark mode. */

const serif = "Georgia,'Times New Roman',serif"
const sans = "'Segoe UI',Helvetica,Arial,sans-serif"

export const css = {
  page: `margin:0;padding:0;background-color:#f2efe8;color:#1e1c19;font-family:${serif};-webkit-text-size-adjust:100%`,
  outer: 'width:100%;background-color:#f2efe8;border-collapse:collapse',
  gap: 'padding:24px 12px',
  sheet:
    'width:100%;max-width:600px;margin:0 auto;background-color:#ffffff;border:1px solid #dcd7cc;border-collapse:separate',
  test: `padding:12px 28px;background-color:#fbf1da;color:#704900;font-family:${sans};font-size:15px;line-height:22px;font-weight:bold`,
  head: 'padding:28px 28px 20px;border-bottom:2px solid #45413a',
  caption: `margin:0;color:#1e1c19;font-family:${serif};font-size:22px;line-height:28px;font-weight:bold;overflow-wrap:anywhere`,
  case: `margin:6px 0 0;color:#5a554c;font-family:${sans};font-size:14px;line-height:20px;overflow-wrap:anywhere`,
  body: 'padding:24px 28px 28px',
  kind: `margin:0 0 12px;color:#6b1d27;font-family:${sans};font-size:14px;line-height:20px;font-weight:bold`,
  next: 'padding:24px 28px 28px;border-top:1px solid #dcd7cc',
  title: `margin:0 0 16px;color:#1e1c19;font-family:${serif};font-size:20px;line-height:27px;font-weight:bold;overflow-wrap:anywhere`,
  longTitle: `margin:0 0 16px;color:#1e1c19;font-family:${serif};font-size:17px;line-height:25px;font-weight:normal;overflow-wrap:anywhere`,
  text: `margin:0 0 12px;color:#1e1c19;font-family:${serif};font-size:16px;line-height:24px;white-space:pre-line;overflow-wrap:anywhere`,
  documents: 'width:100%;margin:8px 0 20px;border-collapse:collapse',
  document: `padding:9px 0;border-top:1px solid #dcd7cc;color:#5a554c;font-family:${serif};font-size:16px;line-height:22px;overflow-wrap:anywhere`,
  note: `margin:0 0 20px;color:#5a554c;font-family:${sans};font-size:14px;line-height:20px;overflow-wrap:anywhere`,
  link: 'color:#1d4477;text-decoration:underline',
  button: `background-color:#23395b;border-radius:2px`,
  press: `display:inline-block;padding:12px 20px;color:#ffffff;font-family:${sans};font-size:15px;line-height:20px;font-weight:bold;text-decoration:none`,
  foot: 'padding:18px 28px 22px;border-top:1px solid #dcd7cc',
  small: `margin:0 0 8px;color:#5a554c;font-family:${sans};font-size:13px;line-height:19px;overflow-wrap:anywhere`,
} as const

const DARK: Record<string, string> = {
  '#f2efe8': '#161513',
  '#ffffff': '#1e1c19',
  '#1e1c19': '#ece8df',
  '#5a554c': '#b4ada0',
  '#dcd7cc': '#37342e',
  '#45413a': '#a39c8e',
  '#6b1d27': '#e3a5a5',
  '#1d4477': '#a6c4f2',
  '#23395b': '#bcd0ee',
  '#fbf1da': '#2e2410',
  '#704900': '#ecc981',
}

/** Each must override the inline style. */
const dark = Object.entries(css).flatMap(([name, style]) => {
  const colors = style.split(';').filter((declaration) => declaration.includes('#'))
  const changed = colors.map((color) => color.replace(/#\w+/, (light) => DARK[light] ?? light))
  return changed.length > 0 ? [[name, changed.join(';')]] : []
})

const rules = (styles: Record<string, string>, important = '') =>
  Object.entries(styles)
    .map(([name, style]) => `.${name}{${style.replace(/;|$/g, `${important}$&`)}}`)
    .join('\n')

export const mailStyleSheet = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
${rules(Object.fromEntries(dark), ' !important')}
}
@media (max-width:480px){.gap{padding:0 !important}.head,.body,.next,.foot,.test{padding-left:18px !important;padding-right:18px !important}}
`

/** For the preview, whose policy allows no inline styles. */
export const previewSheet = `${rules(css)}\n${mailStyleSheet}`
const styleHash = createHash('sha256').update(previewSheet).digest('base64')

export const styled = (name: keyof typeof css) => ({ class: name, style: css[name] })

/** The preview may load the message's own style sheet and nothing else: no scripts, images, or forms (PROMISES 9). */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

/** The preview's style sheet replaces these. The renderer escapes quotes in text, so only attributes match. */
const styleAttributes = / style="[^"]*"/g

export function sendMailHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' })
    .type('text/html; charset=utf-8')
    .send(html.replace(styleAttributes, '').replace(mailStyleSheet, previewSheet))
}
