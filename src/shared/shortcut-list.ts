export interface Shortcut {
  /** Pressed one after the other, as `KeyboardEvent.key` names them. */
  keys: readonly string[]
  does: string
  /** Where it leads; else the browser script knows what to do. */
  href?: string
}

/** What the keyboard does in the administration; on screen and in the script from this one list. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['?'], does: 'Show this list' },
  { keys: ['n'], does: 'New entry', href: '/admin/entries/new' },
  { keys: ['/'], does: 'Search the list on this page' },
  { keys: ['g', 'd'], does: 'Go to the dashboard', href: '/admin' },
  { keys: ['g', 'e'], does: 'Go to the entries', href: '/admin/entries' },
  { keys: ['g', 's'], does: 'Go to the subscribers', href: '/admin/subscribers' },
  { keys: ['g', 'n'], does: 'Go to the notifications', href: '/admin/notifications' },
  { keys: ['g', 'p'], does: 'Go to the public site', href: '/' },
]
