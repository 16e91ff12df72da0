interface PaginationProps {
  page: number
  pageCount: number
  hrefFor: (page: number) => string
  label?: string
}

export function Pagination({ page, pageCount, hrefFor, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav class="pagination" aria-label={label}>
      {page > 1 && (
        <a class="pagination-step" rel="prev" href={hrefFor(page - 1)}>
          Previous
        </a>
      )}
      <ol class="pagination-pages">
        {pagesToShow(page, pageCount).map((number, index) => (
          <li key={index}>
            {!number && '…'}
            {number && (
              <a
                href={hrefFor(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <a class="pagination-step" rel="next" href={hrefFor(page + 1)}>
          Next
        </a>
      )}
    </nav>
  )
}

/** First, last, and the current page with its neighbors; undefined is a gap of two or more pages. */
export function pagesToShow(page: number, pageCount: number): (number | undefined)[] {
  const shown: (number | undefined)[] = []
  for (let number = 1; number <= pageCount; number++) {
    const isEdge = number === 1 || number === pageCount
    const isNear = Math.abs(number - page) <= 1
    const isLoneGap = Math.abs(number - page) === 2 && (number === 2 || number === pageCount - 1)
    if (isEdge || isNear || isLoneGap) shown.push(number)
    else if (shown.at(-1) !== undefined) shown.push(undefined)
  }
  return shown
}
