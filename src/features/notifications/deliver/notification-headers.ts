interface HeadersProps {
  publicUrl: string
  /** Of the recipient's subscription. */
  token: string
  caption: string
}

/** The header fields of a notification (CONTRACT.md section 6). */
export function notificationHeaders(props: HeadersProps): Record<string, string> {
  return {
    // RFC 8058: the address answers a POST at once, and a GET with a page that changes nothing.
    'List-Unsubscribe': `<${unsubscribeUrl(props)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': listId(props),
    // RFC 3834: no out-of-office reply to this.
    'Auto-Submitted': 'auto-generated',
  }
}

export function unsubscribeUrl({ publicUrl, token }: { publicUrl: string; token: string }): string {
  return new URL(`${publicUrl}/unsubscribe/${encodeURIComponent(token)}`).href
}

/** The same for every attempt at one delivery, so that a receiver who got it twice shows it once. */
export function messageIdFor(
  notificationId: number,
  deliveryId: number,
  publicUrl: string,
): string {
  return `<notification-${notificationId}.delivery-${deliveryId}@${mailHost(publicUrl)}>`
}

/** RFC 2919: the phrase is for people, the identifier for filters; a phrase that would need encoding is left out. */
function listId({ publicUrl, caption }: HeadersProps): string {
  const id = `<notifications.${mailHost(publicUrl)}>`
  const phrase = caption.replace(/["\\\s]+/g, ' ').trim()
  return /^[ -~]{1,100}$/.test(phrase) ? `"${phrase}" ${id}` : id
}

/** IPv6 hosts and the like are no dot-atoms. */
function mailHost(publicUrl: string): string {
  return new URL(publicUrl).hostname.replace(/[^a-z0-9.-]/g, '') || 'localhost'
}
