import type { ComponentChildren } from 'preact'

type NoticeKind = 'success' | 'warn' | 'error' | 'info'

interface NoticeProps {
  kind: NoticeKind
  title?: string | undefined
  children?: ComponentChildren
}

const spoken: Record<NoticeKind, string> = {
  success: 'Done: ',
  warn: 'Please note: ',
  error: 'Not done: ',
  info: '',
}

/** What has just happened, or what to know before going on. Errors interrupt a screen reader, the rest waits. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {title && (
        <p class="notice-title">
          <span class="visually-hidden">{spoken[kind]}</span>
          {title}
        </p>
      )}
      {children}
    </div>
  )
}

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
