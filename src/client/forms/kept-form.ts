import { withStorage } from '../web-storage.ts'

/** A form that was posted, until it is known that the server took it. */
export interface KeptForm {
  /** The path of the page that has the form. */
  page: string
  /** Where it is sent, to know it again among the page's forms. */
  action: string
  /** Who typed it; nobody else gets it back. */
  email: string
  /** Milliseconds. */
  at: number
  fields: [name: string, value: string][]
  /** Names of files, which a browser does not give back. */
  files: string[]
  /** Whether the server asked to sign in, or refused the form as too old, instead of taking it. */
  isReturned: boolean
}

const KEY = 'docket-kept-form'
const LONGEST_MS = 12 * 3_600_000

/** Only in this tab, and only until the tab is closed. */
export function keepForm(form: KeptForm): void {
  withStorage('sessionStorage', (storage) => storage.setItem(KEY, JSON.stringify(form)))
}

export function findKeptForm(): KeptForm | undefined {
  return withStorage('sessionStorage', (storage) => {
    const kept: KeptForm | null = JSON.parse(storage.getItem(KEY) ?? 'null')
    const isFresh = kept !== null && Date.now() - kept.at < LONGEST_MS
    return isFresh && kept.page.startsWith('/admin') ? kept : undefined
  })
}

export function forgetForm(): void {
  withStorage('sessionStorage', (storage) => storage.removeItem(KEY))
}
