/** About what search engines show below a title. */
const SUMMARY_MOST = 200

/** The beginning of a text on one line, cut between words. */
export function summary(text: string, most = SUMMARY_MOST): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).toWellFormed().replace(/[\s.,;:–—-]+$/u, '')} …`
}
