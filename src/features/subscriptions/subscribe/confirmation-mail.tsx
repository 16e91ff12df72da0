import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import { oneLine } from '../../../shared/clean-text.ts'
import { NOT_THE_COURT, shortenForMail } from '../../site/mail-text.ts'

export const CONFIRM_WITHIN_DAYS = 7

/** @param props.contact who publishes the site; may be empty */
export function confirmationMail(
  props: Record<'caseName' | 'publicUrl' | 'link' | 'contact', string>,
): Mail {
  const { publicUrl, link, contact } = props
  const name = oneLine(props.caseName)
  const paragraphs = [
    'Someone, probably you, signed up to get e-mail about new filings in',
    `${name}\n${publicUrl}/`,
    'To subscribe, open this page and click the button:',
    link,
    `The link works for ${CONFIRM_WITHIN_DAYS} days. If this wasn’t you, ignore this message: unless you confirm, we will not e-mail this address again.`,
    [NOT_THE_COURT, contact && `Questions: ${contact}`].filter(Boolean).join('\n'),
  ]
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>Please confirm</title>
      </head>
      <body
        style={'font:17px/1.5 Georgia,"Times New Roman",serif;max-width:560px;margin:24px auto'}
      >
        {paragraphs.map((text) => (
          <p style="white-space:pre-line">{text === link ? <a href={link}>{link}</a> : text}</p>
        ))}
      </body>
    </html>,
  )
  return {
    subject: `Please confirm: e-mail about ${shortenForMail(name, 100)}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>${html}`,
  }
}
