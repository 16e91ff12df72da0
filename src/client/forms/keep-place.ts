const KEY = 'docket-place'

/** After a Save, the page is scrolled to where it was. */
export function keepPlace(): void {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const [path, top] = kept?.split(' ') ?? []
  if (path === location.pathname && document.querySelector('.toast')) {
    // After the browser has gone to the address's anchor.
    window.addEventListener('load', () => requestAnimationFrame(() => scrollTo(0, Number(top))))
  }
  document.querySelector('.proposal')?.addEventListener('submit', () => {
    sessionStorage.setItem(KEY, `${location.pathname} ${scrollY}`)
  })
}
