import { buffer } from 'node:stream/consumers'
import { limitMemory, lowerPriority } from '../../../platform/threads/thread.ts'
import { readMail } from './read-mail.ts'
import { readReport } from './report-rules.ts'

/* Standard input: the recipient's line, then the message (read-report.ts). Argument: megabytes of memory. */

limitMemory(Number(process.argv[2]))
// Visitors come first, but on a busy server it must still end before its deadline.
lowerPriority(10)

const input = await buffer(process.stdin)
const end = input.indexOf('\n')
const recipient = input.toString('utf8', 0, end)
// What cannot be parsed is not a report.
const mail = await readMail(input.subarray(end + 1)).catch(() => undefined)
const report = mail && readReport(mail, recipient)
process.stdout.write(JSON.stringify(report ?? null))
