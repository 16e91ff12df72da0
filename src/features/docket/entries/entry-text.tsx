const longestShown = 420
const beginning = 340

/** Undefined where the text is short enough to be shown whole. */
function foldText(text: string): { head: string; tail: string } | undefined {
  if (text.length <= longestShown) return undefined
  const space = text.lastIndexOf(' ', beginning)
  const cut = space > beginning / 2 ? space : beginning
  return { head: text.slice(0, cut), tail: text.slice(cut).trimStart() }
}

/** Opens in place, without JavaScript. */
export function FoldedText({ text }: { text: string }) {
  const folded = foldText(text)
  if (!folded) return <p class="entry-text">{text}</p>
  return (
    <div class="entry-text entry-text-folded">
      <p>
        {folded.head}
        <span class="entry-text-more" aria-hidden="true">
          {' …'}
        </span>
      </p>
      <details>
        <summary>Show full text</summary>
        <p>{folded.tail}</p>
      </details>
    </div>
  )
}
