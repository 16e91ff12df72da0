/*
 * `npm run bench [-- SECTION…]`: measures the service and a peer in the same run, on 127.0.0.1, and writes bench/README.md.
 * Each section's rows are kept in bench/results/, so that one section can be measured alone. What the figures mean is written
 * by hand, at the end of bench/README.md, and kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ACCESS_LOG_HOW, measureAccessLog } from './access-log.ts'
import { LIGHTHOUSE_HOW, measureLighthouse } from './lighthouse.ts'
import { describeMachine } from './measuring/machine.ts'
import type { Row } from './measuring/row.ts'
import { measureNotifications } from './notifications.ts'
import { measureProcesses, PROCESSES_HOW } from './processes.ts'
import { measureScale, SCALE_HOW } from './scale.ts'
import { measureSearch, SEARCH_HOW } from './search.ts'
import { measureServing } from './serving.ts'
import { measureOnPostgres, measureOnSqlite, STATISTICS_HOW } from './statistics.ts'

interface Section {
  title: string
  /** How it was measured. */
  how: string
  measure(): Promise<Row[]>
}

const sections: Record<string, Section> = {
  serving: {
    title: 'Serving',
    how: 'wrk: one thread, 64 connections, 8 seconds per run, the median of five alternating runs. nginx: one worker, sendfile, access log, the same bytes. The bare Node server sends them from memory and does nothing else: it shows what one Node process can reach.',
    measure: measureServing,
  },
  notifications: {
    title: 'Notifications',
    how: "10 connections, an SMTP sink in its own process; the peer is nodemailer's pool without a database.",
    measure: measureNotifications,
  },
  processes: {
    title: 'Several processes, and PostgreSQL',
    how: PROCESSES_HOW,
    measure: measureProcesses,
  },
  statistics: {
    title: 'Statistics on SQLite',
    how: STATISTICS_HOW,
    measure: measureOnSqlite,
  },
  'statistics-postgres': {
    title: 'Statistics on PostgreSQL',
    how: 'The same, with PostgreSQL 18 on the same machine and its durable defaults.',
    measure: measureOnPostgres,
  },
  'access-log': {
    title: 'Importing access logs',
    how: ACCESS_LOG_HOW,
    measure: measureAccessLog,
  },
  scale: {
    title: 'A very large docket',
    how: SCALE_HOW,
    measure: measureScale,
  },
  search: {
    title: 'Search',
    how: SEARCH_HOW,
    measure: measureSearch,
  },
  lighthouse: {
    title: 'Lighthouse',
    how: LIGHTHOUSE_HOW,
    measure: measureLighthouse,
  },
}

interface Result {
  machine: string
  rows: Row[]
}

const PAGE = 'bench/README.md'
const MEANING = '## What the figures mean for a larger docket'

const fileOf = (name: string) => `bench/results/${name}.json`

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in sections))
if (unknown) {
  console.error(`There is no section ${unknown}. Sections: ${Object.keys(sections).join(', ')}`)
  process.exit(2)
}
for (const [name, section] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const result: Result = { machine: describeMachine(), rows: await section.measure() }
  console.table(result.rows)
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(PAGE, report(readMeaning()))
}

function readMeaning(): string {
  const page = readFileSync(PAGE, 'utf8')
  const at = page.indexOf(MEANING)
  if (at < 0) throw new Error(`${PAGE} has no part "${MEANING}".`)
  return page.slice(at)
}

function report(meaning: string): string {
  const parts = Object.entries(sections).map(([name, section]) => {
    if (!existsSync(fileOf(name))) return describeMissing(name, section)
    const result: Result = JSON.parse(readFileSync(fileOf(name), 'utf8'))
    return describe(section, result)
  })
  return `# Measured

Made by \`npm run bench\` (needs nginx and wrk). Each figure is next to a peer's from the same run on the same machine;
a ratio is ours divided by the peer's.

${parts.join('\n')}
${meaning}`
}

function describeMissing(name: string, { title }: Section): string {
  return `## ${title}

Not measured since this part of the program was replaced. Measure again with \`npm run bench -- ${name}\`.
`
}

function describe({ title, how }: Section, { machine, rows }: Result): string {
  const lines = rows.map(
    ({ what, peer, ours, result, promised }) =>
      `| ${[what, peer, ours, result, promised].join(' | ')} |`,
  )
  return `## ${title}

${how}

Machine: ${machine}

| What | Peer | Docket | Result | Promised |
|---|---|---|---|---|
${lines.join('\n')}
`
}
