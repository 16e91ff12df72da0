import { linkContacts } from '../shared/contact-links.ts'

export function Contact({ text }: { text: string }) {
  return linkContacts(text).map(({ text: part, href }) =>
    href ? (
      <a key={part} href={href}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
