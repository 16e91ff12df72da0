/** A citation whose docket number, `1:26-cv-00045`, no line breaks at one of its hyphens. */
export function Citation({ text }: { text: string }) {
  return (
    <>
      {text.split(/(\d\S*-\S*[\p{L}\d])/u).map((piece, index) =>
        index % 2 === 0 ? (
          piece
        ) : (
          <span class="cite-number" key={index}>
            {piece}
          </span>
        ),
      )}
    </>
  )
}
