/** Shows a line that counts up, only on a terminal. @param what in the plural */
export function showProgress(what: string): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (done, total) =>
    process.stderr.write(`\r${done} of ${total} ${what}${done === total ? '\n' : ''}`)
}
