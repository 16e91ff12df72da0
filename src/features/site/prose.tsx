/** Words between backticks are code. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, index) => {
        const key = `${index}:${part}`
        return index % 2 === 1 ? <code key={key}>{part}</code> : part
      })}
    </>
  )
}
