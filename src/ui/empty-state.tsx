import type { ComponentChildren } from 'preact'

interface EmptyStateProps {
  title: string
  children?: ComponentChildren
}

/** Instead of an empty list: why there is nothing, and what to do next. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <p class="empty-state-title">{title}</p>
      {children}
    </div>
  )
}
