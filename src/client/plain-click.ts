/** Clicks with a modifier, or with another button, ask the browser for a tab, a window or a download of its own. */
export function isPlainClick(event: MouseEvent): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}
