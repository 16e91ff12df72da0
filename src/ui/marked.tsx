/** Text in which what was searched for is marked. */
export function Marked({ pieces }: { pieces: readonly { text: string; isMatch: boolean }[] }) {
  return (
    <>
      {pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
    </>
  )
}
