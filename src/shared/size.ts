const units = ['KB', 'MB', 'GB'] as const

/** Bytes as a reader judges a download: `287 KB`, `1.4 MB`. Decimal units, as browsers and file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  let size = bytes / 1000
  for (const unit of units) {
    const rounded = unit === 'KB' ? Math.round(size) : Math.round(size * 10) / 10
    if (rounded < 1000 || unit === 'GB') return `${rounded} ${unit}`
    size /= 1000
  }
  return `${bytes} bytes`
}
