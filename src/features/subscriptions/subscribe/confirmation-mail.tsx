import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import { cutText, oneLine } from '../../../shared/clean-text.ts'
import { NOT_THE_COURT } from '../../site/mail-text.ts'

interface ConfirmationMailProps {
  caseName: string
  publicUrl: string
  link: string
  days: number
  /** Who publishes the site; may be empty. */
  contact: string
}

export function confirmationMail({ caseName, ...rest }: ConfirmationMailProps): Mail {
  const name = oneLine(caseName)
  const short = name.length > 100 ? `${cutText(name, 99)}…` : name
  return {
    subject: `Please confirm: e-mail about ${short}`,
    text: textOf({ caseName: name, ...rest }),
    html: `<!doctype html>${renderToString(<Message caseName={name} {...rest} />)}`,
  }
}

function textOf({ caseName, publicUrl, link, days, contact }: ConfirmationMailProps): string {
  return `Someone, probably you, asked to get e-mail about new filings in

  ${caseName}
  ${publicUrl}/

To subscribe, open this page and click the button:

${link}

The link works for ${days} days. If this wasn’t you, ignore this message: unless you
confirm, we will not e-mail this address again.

${NOT_THE_COURT}${
  contact &&
  `
Questions: ${contact}`
}
`
}

const font = 'font-family:Georgia,"Times New Roman",serif;font-size:17px;line-height:1.5'
const button =
  'display:inline-block;padding:10px 18px;border-radius:3px;background:#6b1d27;color:#ffffff;' +
  'font-family:Arial,Helvetica,sans-serif;font-size:16px;text-decoration:none'

function Message({ caseName, publicUrl, link, days, contact }: ConfirmationMailProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>Please confirm</title>
      </head>
      <body style={`margin:0;padding:24px 16px;${font}`}>
        <div style="max-width:560px;margin:0 auto">
          <p>Someone, probably you, asked to get e-mail about new filings in</p>
          <p>
            <a href={`${publicUrl}/`} style="font-weight:bold;color:inherit">
              {caseName}
            </a>
          </p>
          <p>To subscribe, open this page and click the button:</p>
          <p>
            <a href={link} style={button}>
              Confirm the subscription
            </a>
          </p>
          <p style="font-size:14px">
            The link works for {days} days. If this wasn’t you, ignore this message: unless you
            confirm, we will not e-mail this address again.
          </p>
          <p style="font-size:14px">
            {NOT_THE_COURT} {contact && `Questions: ${contact}`}
          </p>
        </div>
      </body>
    </html>
  )
}
