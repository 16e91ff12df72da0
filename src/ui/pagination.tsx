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
      {page > 2 && <a href={hrefFor(1)}>First</a>}
      {page > 1 && (
        <a rel="prev" href={hrefFor(page - 1)}>
          Previous
        </a>
      )}
      <span>
        Page {page.toLocaleString('en-US')} of {pageCount.toLocaleString('en-US')}
      </span>
      {page < pageCount && (
        <a rel="next" href={hrefFor(page + 1)}>
          Next
        </a>
      )}
      {page < pageCount - 1 && <a href={hrefFor(pageCount)}>Last</a>}
    </nav>
  )
}
