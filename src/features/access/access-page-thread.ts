import { createThread } from '../../platform/thread.ts'
import type { AccessPageProps } from './access-page.tsx'

/** A year has a row for each day, all documents one for each: that long the thread that serves would answer nobody. */
export interface AccessPageThread {
  /** @returns the whole page's HTML */
  render(props: AccessPageProps): Promise<string>
  close(): Promise<void>
}

export function createAccessPageThread(): AccessPageThread {
  const thread = createThread<AccessPageProps, string>('access-page-worker.js')
  return { render: thread.ask, close: thread.end }
}
