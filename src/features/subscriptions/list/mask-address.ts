/**
 * Enough to know one's own address again, not enough to learn another's: a link from a forwarded message shows it.
 * A short local part is not hinted at, as one letter would be half of it.
 */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const hint = at > 3 ? email.slice(0, 1) : ''
  return `${hint}•••${email.slice(at)}`
}
