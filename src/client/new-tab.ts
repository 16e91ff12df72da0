/**
 * Lets the browser follow the link it was about to follow, but to the PDF and in a new tab: a real link is opened by
 * every browser, a window opened by script is not. Afterwards the link is again what it was.
 */
export function openLinkInNewTab(link: HTMLAnchorElement, downloadUrl: string): void {
  const page = link.pathname + link.search
  link.href = downloadUrl
  link.target = '_blank'
  link.rel = 'noopener'
  setTimeout(() => {
    link.href = page
    link.removeAttribute('target')
    link.removeAttribute('rel')
  })
}
