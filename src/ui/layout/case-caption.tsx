export interface Caption {
  first: string
  second?: string
}

/** The two sides of `A v. B`; a caption such as `In re C` has one part only. */
export function splitCaption(caption: string): Caption {
  const match = /^(.+?)\s+vs?\.?\s+(.+)$/is.exec(caption.trim())
  const [, first, second] = match ?? []
  return first && second ? { first, second } : { first: caption.trim() }
}

/** The parties, set as on the first page of a pleading. */
export function CaseCaption({ caption }: { caption: string }) {
  const { first, second } = splitCaption(caption)
  return (
    <h1 class="caption-parties">
      <span class="caption-party">{first}</span>
      {second && (
        <>
          {' '}
          <span class="caption-versus">v.</span> <span class="caption-party">{second}</span>
        </>
      )}
    </h1>
  )
}
