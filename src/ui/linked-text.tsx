import { type ContactPart, linkContacts } from '../shared/contact-links.ts'

export function LinkedText({ pieces }: { pieces: readonly ContactPart[] }) {
  return (
    <>
      {pieces.map(({ text, href }, index) =>
        href ? (
          <a key={index} href={href}>
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </>
  )
}

export const Contact = ({ text }: { text: string }) => <LinkedText pieces={linkContacts(text)} />
