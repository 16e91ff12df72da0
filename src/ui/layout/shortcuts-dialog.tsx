import { SHORTCUTS } from '../../shared/shortcut-list.ts'

/** Opened by its link, and by `?`. Single keys can be turned off (WCAG 2.1.4); the browser remembers that. */
export function ShortcutsDialog() {
  return (
    <dialog class="shortcuts" data-shortcuts aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key, index) => (
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
      <p class="field-checkbox">
        <input type="checkbox" id="shortcuts-on" data-shortcuts-on checked />
        <label for="shortcuts-on">Single-key shortcuts are on</label>
      </p>
      <form method="dialog">
        <button type="submit" class="button button-primary">
          Close
        </button>
      </form>
    </dialog>
  )
}
