import type { ComponentChildren } from 'preact'
import { Table, type TableProps } from './table.tsx'

/** Counted from 1. */
export type Pages = Record<'page' | 'pageCount', number>

interface PaginationProps extends Pages {
  hrefFor: (page: number) => string
  label?: string | undefined
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

type PagedTableProps<Row> = TableProps<Row> & PaginationProps & { children: ComponentChildren }

/** One page of a table. @param props.children in its place if it has no rows */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { page, pageCount, hrefFor, label, children, ...table } = props
  return (
    <>
      {table.rows.length === 0 ? children : <Table {...table} />}
      <Pagination page={page} pageCount={pageCount} hrefFor={hrefFor} label={label} />
    </>
  )
}
