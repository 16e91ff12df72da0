/* First, before the viewer opens: `documents/34/index.html?page=7` opens the PDF there, `/?page=2` is a file of its own. */
const page = /^[1-9]\d{0,6}$/.exec(new URLSearchParams(location.search).get('page') ?? '')?.[0]
const viewer = document.querySelector<HTMLElement>('[data-inline-viewer]')
const link = document.querySelector<HTMLAnchorElement>('[data-open-pdf]')
if (page && viewer && link) {
  viewer.dataset.inlineViewer += `#page=${page}`
  link.href += `#page=${page}`
} else if (page && document.querySelector('.docket')) {
  // The form leads to the folder of the home page.
  const home = document.querySelector<HTMLFormElement>('form.docket-filter')?.action
  const path = page === '1' ? 'index.html' : `page/${page}/index.html`
  location.replace(new URL(path, home ?? location.href))
}
