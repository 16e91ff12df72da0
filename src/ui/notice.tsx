import type { ComponentChildren } from 'preact'

const spoken = { success: 'Done: ', warn: 'Please note: ', error: 'Error: ', info: '' }

interface NoticeProps {
  kind: keyof typeof spoken
  title?: string | undefined
  children?: ComponentChildren
}

/** Errors interrupt a screen reader; other notices wait. */
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

export function EmptyState({ title, children }: Omit<NoticeProps, 'kind'>) {
  return (
    <div class="empty-state">
      <p class="empty-state-title">{title}</p>
      {children}
    </div>
  )
}
