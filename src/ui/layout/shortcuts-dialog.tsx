import { Button } from '../button.tsx'

/** Keys as named by `KeyboardEvent.key`, pressed one after the other. */
const SHORTCUTS = [
  { keys: '?', does: 'Show this list' },
  { keys: 'n', does: 'New entry', href: '/admin/entries/new' },
  { keys: '/', does: 'Search the list on this page' },
  { keys: 'g d', does: 'Go to the dashboard', href: '/admin' },
  { keys: 'g e', does: 'Go to the entries', href: '/admin/entries' },
  { keys: 'g s', does: 'Go to the subscribers', href: '/admin/subscribers' },
  { keys: 'g n', does: 'Go to the notifications', href: '/admin/notifications' },
  { keys: 'g p', does: 'Go to the public site', href: '/' },
]

/** client/shortcuts.ts implements these. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function ShortcutsDialog() {
  return (
    <dialog class="shortcuts" data-shortcuts aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl>
        {SHORTCUTS.map(({ keys, does, href }) => (
          <div key={keys} data-keys={keys} data-href={href}>
            <dt>
              {keys.split(' ').map((key, index) => (
                <>
                  {index > 0 && ' then '}
                  <kbd>{key}</kbd>
                </>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>Enter</kbd>
          </dt>
          <dd>Save the current form</dd>
        </div>
      </dl>
      <p>Single-key shortcuts are off while you type in a field.</p>
      <p class="field field-checkbox">
        <input type="checkbox" id="shortcuts-on" data-shortcuts-on checked />
        <label for="shortcuts-on">Use single-key shortcuts</label>
      </p>
      <form method="dialog">
        <Button kind="primary">Close</Button>
      </form>
    </dialog>
  )
}
