const WIDTH = 24

/** Shows a bar, only on a terminal. @param what in the plural */
export function showProgress(what: string): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {}
  let shown = ''
  return (done, total) => {
    const full = Math.min(WIDTH, Math.round((done / total) * WIDTH))
    const line = `[${'#'.repeat(full).padEnd(WIDTH, '.')}] ${done} of ${total} ${what}`
    if (line === shown) return
    shown = line
    process.stderr.write(`\r${line}${done >= total ? '\n' : ''}`)
  }
}
