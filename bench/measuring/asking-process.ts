/* Asks the service at argv[2] for the page argv[3] without a pause, as an administrator, until it is told to end; says when it has the first. */
import { setPriority } from 'node:os'
import { signIn } from '../../test/support/admin-client.ts'

// The browser of whoever asks is on another machine.
setPriority(19)
const [url = '', page = ''] = process.argv.slice(2)
const admin = await signIn(url)
let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})
for (let pages = 0; !isOver; pages += 1) {
  const answer = await admin.get(page)
  if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`)
  await answer.arrayBuffer()
  if (pages === 0) console.log('begun')
}
