interface MarkedProps {
  pieces: readonly { text: string; isMatch: boolean }[]
}

export function Marked({ pieces }: MarkedProps) {
  return (
    <>
      {pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
    </>
  )
}
