import type { DocumentView, FiledEntry } from '../documents/views.ts'

/** schema.org's view of a filing: a document, and the PDF that holds it. */
export function digitalDocument(publicUrl: string, document: DocumentView) {
  const { title, url, downloadUrl, byteSize, pageCount, sha256 } = document
  return {
    '@type': 'DigitalDocument',
    '@id': `${publicUrl}${url}`,
    url: `${publicUrl}${url}`,
    name: title,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: `${publicUrl}${downloadUrl}`,
      encodingFormat: 'application/pdf',
      contentSize: `${byteSize} B`,
      ...(sha256 && { sha256 }),
      description: pageCount === 1 ? '1 page' : `${pageCount} pages`,
    },
  }
}

interface Crumb {
  name: string
  /** A path. */
  url: string
}

/** The way from the docket to this page. */
export function breadcrumbs(publicUrl: string, crumbs: readonly Crumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Docket', url: '/' }, ...crumbs].map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${url}`,
    })),
  }
}

export function documentData(publicUrl: string, document: DocumentView, entry: FiledEntry) {
  const work = {
    ...digitalDocument(publicUrl, document),
    datePublished: entry.filedOn,
    isPartOf: { '@type': 'CreativeWork', '@id': `${publicUrl}${entry.url}`, name: entry.title },
  }
  const way = [
    { name: entry.title, url: entry.url },
    { name: document.title, url: document.url },
  ]
  return { '@graph': [work, breadcrumbs(publicUrl, way)] }
}
