/** The address that the server answered with this page; the viewer changes what the address bar shows. */
const own = location.pathname + location.search

export function isOwnAddress(): boolean {
  return location.pathname + location.search === own
}

/**
 * Reloading while the viewer is open gives the document's page, under which the docket's address is still in the
 * history. Going back there changes the address alone, so the page has to be fetched.
 */
export function startAddressGuard(): void {
  window.addEventListener('popstate', () => {
    const isViewerShown = document.querySelector('[data-viewer][open]') !== null
    if (!isOwnAddress() && !isViewerShown) location.reload()
  })
}
