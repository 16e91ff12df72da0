/** Shows what would do nothing without these scripts, and is therefore sent hidden. */
export function revealScripted(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-needs-script]')) {
    element.hidden = false
  }
}
