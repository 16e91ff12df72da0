export interface MarkedProps {
  pieces: readonly { text: string; isMatch: boolean }[]
}

/** A text with what was searched for marked; escaped as any text is. */
export function Marked({ pieces }: MarkedProps) {
  return (
    <>
      {pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
    </>
  )
}
