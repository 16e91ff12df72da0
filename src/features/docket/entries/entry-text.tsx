/** Longer texts show their beginning; the rest opens in place, without JavaScript. */
const longestShown = 420
const beginning = 340

export function FoldedText({ text }: { text: string }) {
  if (text.length <= longestShown) return <p class="entry-text">{text}</p>
  const space = text.lastIndexOf(' ', beginning)
  const cut = space > beginning / 2 ? space : beginning
  return (
    <div class="entry-text entry-text-folded">
      <p>
        {text.slice(0, cut)}
        <span class="entry-text-more" aria-hidden="true">
          {' …'}
        </span>
      </p>
      <details>
        <summary>Show full text</summary>
        <p>{text.slice(cut).trimStart()}</p>
      </details>
    </div>
  )
}
