import { linkContacts } from '../shared/contact-links.ts'

type TextPiece = { text: string; href?: string; isMatch?: boolean }

export function TextPieces({ pieces }: { pieces: readonly TextPiece[] }) {
  return (
    <>
      {pieces.map(({ text, href, isMatch }, index) => {
        if (isMatch) return <mark key={index}>{text}</mark>
        if (!href) return text
        return (
          <a key={index} href={href}>
            {text}
          </a>
        )
      })}
    </>
  )
}

export const Contact = ({ text }: { text: string }) => <TextPieces pieces={linkContacts(text)} />
