/* Requests page argv[3] of the service at argv[2] nonstop, as an administrator, until told to stop; reports the first response. */
import { setPriority } from 'node:os'
import { signIn } from '../../test/support/admin-client.ts'

// In reality the administrator's browser is on another machine.
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
  if (pages === 0) console.log('begun')
}
