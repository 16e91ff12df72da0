import type { ComponentChildren } from 'preact'

const FONTS = [
  'source-serif-4-latin-wght-normal.woff2',
  'source-sans-3-latin-wght-normal.woff2',
] as const

type AssetName = `${'site' | 'admin'}.${'js' | 'css'}` | 'feed.css' | (typeof FONTS)[number]

/** `integrity` is the file's hash (Subresource Integrity). */
export type PageAssets = (name: AssetName) => { href: string; integrity: string }

export interface PageProps {
  title: string
  description?: string
  /** For pages with a personal token, search results, and errors. */
  noIndex?: boolean
  /** It may be shown in the viewer's frame, which its links leave. */
  isFramed?: boolean
  children: ComponentChildren
}

interface DocumentProps extends PageProps {
  assets: PageAssets
  area: 'site' | 'admin'
  searchEngineTags?: ComponentChildren
}

/** A section sign; inline, so that no browser asks for /favicon.ico. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='3' fill='%236b1d27'/%3E%3Ctext x='16' y='23' text-anchor='middle' " +
  "font-family='Georgia,serif' font-size='22' fill='%23fff'%3E%C2%A7%3C/text%3E%3C/svg%3E"

/** The shell of every page. No inline script or style: the content security policy allows none (PROMISES.md 9). */
export function HtmlDocument({ assets, area, ...props }: DocumentProps) {
  const script = assets(`${area}.js`)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{props.title}</title>
        {props.description && <meta name="description" content={props.description} />}
        {props.isFramed && <base target="_top" />}
        {props.noIndex && <meta name="robots" content="noindex" />}
        {props.searchEngineTags}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161513" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={icon} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" {...assets(`${area}.css`)} />
        {/* Preloaded so that they arrive before text is drawn; otherwise they are skipped (styles/fonts.css). */}
        {FONTS.map((name) => (
          <link
            key={name}
            rel="preload"
            as="font"
            type="font/woff2"
            href={assets(name).href}
            crossOrigin="anonymous"
          />
        ))}
        {area === 'site' && (
          <link rel="alternate" type="application/atom+xml" title="New entries" href="/feed.xml" />
        )}
        <script type="module" src={script.href} integrity={script.integrity} />
      </head>
      <body class={area === 'admin' ? 'admin' : undefined}>
        <a class="skip-link" href="#content">
          Skip to content
        </a>
        {props.children}
      </body>
    </html>
  )
}

type TagsProps = Pick<PageProps, 'title' | 'description'> & Record<'siteName' | 'address', string>

export function SearchEngineTags({ title, description, siteName, address }: TagsProps) {
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL('/card.png', address).href} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={siteName} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
