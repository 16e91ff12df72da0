import { escapePattern } from '../../../shared/clean-text.ts'
import type { ReceivedMail } from './read-mail.ts'
import { MAX_WORDS } from './reason-rules.ts'

const RETURNED_BELOW =
  /(?:copy of|original (?:message|mail)|unsent message|returned message|undelivered message|below this line|message (?:headers?|text|body|contents?)|headers? (?:of|follow)|ursprüngliche|d.origine|(?:mensaje|mensagem|messaggio) origina|исходно|元の(?:メール|メッセージ)|原始?邮件|原始郵件)/i
const RETURNED_FIELD =
  /^[> ]*(?:received|return-path|message-id|mime-version|dkim-signature|list-unsubscribe|x-mailer|content-type|delivered-to):/i
const QUOTED_FIELD =
  /^\W{0,8}(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|date|sent|gesendet|envoyé|titled)\s*:|^[>\s]*(?:тема|件名|主题|主題|제목)\s*[:：]/i

/** What an organization puts above mail from others. A server's own words name an address or have a code. */
const BANNER =
  /^(?!.*(?:@|\b[45]\d\d\b)).*(?:\bexternal (?:sender|e-?mail|message)|\boutside (?:of )?(?:the|your|our) (?:organi[sz]ation|company|network)|\byou don['’]t often get e-?mail)/is

const MAX_BANNER = 1000

/** Postfix wraps what the other server said. */
const WRAPPED = /(?<![\s:]|@[\w.-]{1,253})\n {4}(?=[a-z(])/g

/** What servers say before the returned message, without its subject. */
export function wordsOf({ text, parts, inner }: ReceivedMail): string {
  const plain = parts.filter(({ type }) => type === 'text/plain').map((part) => part.text)
  const headers = parts.filter(({ type }) => type === 'text/rfc822-headers')
  const lines = [text, ...plain]
    .join('\n')
    .slice(0, MAX_WORDS)
    .split(/\r\n?|\n/)
  const end = lines.findIndex(
    (line) =>
      RETURNED_FIELD.test(line) ||
      (/^\W*[-=*_>]|:\s*$|follow|below/i.test(line.slice(0, 200)) &&
        RETURNED_BELOW.test(line.slice(0, 200))),
  )
  const before = end < 0 ? lines : lines.slice(0, end)
  const subjects = [
    ...inner.map((one) => one.headers.get('subject') ?? ''),
    ...[...lines, ...headers.flatMap((part) => part.text.split('\n', 100))].map(subjectIn),
  ].filter((subject) => subject.length > 5)
  const words = before
    .filter((line) => !QUOTED_FIELD.test(line))
    .join('\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => !BANNER.test(paragraph.slice(0, MAX_BANNER)))
    .join('\n\n')
    .replace(WRAPPED, ' ')
  return subjects.slice(0, 5).reduce(withoutSubject, words)
}

const subjectIn = (line: string) => /^[>\s]{0,8}Subject:(.*)/i.exec(line)?.[1]?.trim() ?? ''

/** A docket's entries speak of returned mail and unknown addresses, and servers break lines. */
const withoutSubject = (words: string, subject: string) =>
  words.replace(new RegExp(escapePattern(subject.slice(0, 300)).replace(/\s+/g, '\\s+'), 'gi'), ' ')

/** Sendmail's fields have only the first line of a reply; the others, which may name the cause, are in the transcript. */
export function wholeReply(words: string, text: string): string {
  const [, code = ''] = /^(\d{3})-(?!.*\1 )/s.exec(words) ?? []
  const said = text.split('\n').flatMap((line) => /^<<< (.*)/.exec(line)?.[1] ?? [])
  const rest = said.slice(said.findIndex((line) => line.startsWith(`${code}-`)))
  const end = rest.findIndex((line) => line.startsWith(`${code} `))
  return code === '' || end < 1 ? words : rest.slice(0, end + 1).join('\n')
}
