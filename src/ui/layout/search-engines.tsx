/** What search engines and link previews read: nothing of it runs, is loaded from elsewhere, or tells who looked. */
export interface Findable {
  title: string
  siteName: string
  /** Absolute, from PUBLIC_URL. */
  address: string
  description?: string | undefined
  /** schema.org, without its context. */
  structuredData?: object | undefined
}

export function SearchEngineTags({
  title,
  siteName,
  address,
  description,
  structuredData,
}: Findable) {
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta name="twitter:card" content="summary" />
      {structuredData && <StructuredData data={structuredData} />}
    </>
  )
}

/**
 * JSON-LD is a data block: browsers never run it, so the content security policy, which allows no inline script, has
 * nothing to refuse (HTML, "prepare the script element", step 13). A less-than sign could end the element.
 */
function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  const __html = json.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}
