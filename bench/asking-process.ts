/* Asks the service at argv[2] for the page argv[3] without a pause, as an administrator, until it is told to end; then prints how often. */
import { setPriority } from 'node:os'
import { signIn } from '../test/support/admin-client.ts'

// The browser of whoever asks is on another machine.
setPriority(19)
const [url = '', page = ''] = process.argv.slice(2)
const admin = await signIn(url)
let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})
let pages = 0
while (!isOver) {
  const answer = await admin.get(page)
  if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`)
  await answer.arrayBuffer()
  pages += 1
}
console.log(pages)
