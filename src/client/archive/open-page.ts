/* First, before the viewer opens: `documents/34/index.html?page=7` opens the PDF there, `/?page=2` is a file of its own. */
const page = /^[1-9]\d{0,6}$/.exec(new URLSearchParams(location.search).get('page') ?? '')?.[0]
const viewer = document.querySelector<HTMLElement>('[data-inline-viewer]')
const link = document.querySelector<HTMLAnchorElement>('[data-open-pdf]')
if (page && viewer && link) {
  viewer.dataset.inlineViewer += `#page=${page}`
  link.href += `#page=${page}`
} else if (page && document.querySelector('.docket')) {
  location.replace(new URL(page === '1' ? 'index.html' : `page/${page}/index.html`, here()))
}

/** The folder of the home page. */
function here(): string {
  return document.querySelector<HTMLFormElement>('form.docket-filter')?.action ?? location.href
}
