import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it, test } from 'vitest'
import { siteOf } from '../../../test/support/admin-frame.ts'
import { printable } from '../../shared/clean-text.ts'
import { renderCalendar, renderEvent } from './calendar-routes.ts'
import type { EventRow } from './queries.ts'

/* What calendar programs receive, read by a parser that did not write it (Mozilla's ical.js). */

const site = siteOf({
  caption: 'Doe, et al. v. Roe; Inc.',
  caseNumber: '1:26-cv-1',
  publicUrl: 'https://docket.example.com:8443',
})
const hearing: EventRow = {
  id: 3,
  entry_id: 7,
  uid: '0f3c',
  kind: 'hearing',
  held_on: '2026-08-14',
  held_at: '10:00',
  place: 'Courtroom 14C, 500 Pearl St.',
  note: 'Bring; exhibits\nand \\ more',
  entry_number: 45,
  entry_title: 'Order Setting Hearing',
  sequence: 2,
  updated_at: Date.UTC(2026, 6, 30, 16),
}

function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((event) => ({
    value: (name: string) => event.getFirstPropertyValue(name)?.toString(),
    event: new ICAL.Event(event),
  }))
  return { calendar, events, first: events[0] as (typeof events)[number] }
}

describe('a calendar', () => {
  it('gives times in UTC, and every text unchanged', () => {
    const text = renderCalendar(site, [hearing])
    const { calendar, first } = parse(text)
    // NAME comes from RFC 7986, which the parser does not decode.
    expect(text).toContain('\r\nNAME:Doe\\, et al. v. Roe\\; Inc.\r\n')
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    const url = 'https://docket.example.com:8443/entries/7'
    for (const [name, value] of Object.entries({
      dtstart: '2026-08-14T14:00:00Z',
      summary: 'Hearing: Bring; exhibits and \\ more – Doe, et al. v. Roe; Inc.',
      location: 'Courtroom 14C, 500 Pearl St.',
      description: `Bring; exhibits\nand \\ more\nECF No. 45, Order Setting Hearing\n${url}`,
      url,
      uid: '0f3c@docket.example.com',
      sequence: '2',
      dtstamp: '2026-07-30T16:00:00Z',
      status: 'CONFIRMED',
    }))
      expect(first.value(name), name).toBe(value)
  })

  it('gives a date without a time as a whole day, whatever the server’s time zone', () => {
    const { first } = parse(renderCalendar(site, [{ ...hearing, held_at: null }]))
    expect(first.event.startDate.isDate).toBe(true)
    expect(first.value('dtstart')).toBe('2026-08-14')
  })

  it('is valid even when it is empty', () => {
    expect(parse(renderCalendar(site, [])).events).toEqual([])
  })
})

test('whatever was typed: it parses, lines have CRLF and at most 75 bytes, and texts come back', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  const day = fc.constantFrom('2026-08-14', '1999-12-31', '2040-02-29')
  fc.assert(
    fc.property(text, text, text, day, (title, place, note, held_on) => {
      const ics = renderCalendar(site, [{ ...hearing, entry_title: title, place, note, held_on }])
      expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const { events, first } = parse(ics)
      expect(events).toHaveLength(1)
      const shown = (typed: string) => typed.toWellFormed().replace(/[\s\p{Cc}]+/gu, '')
      const bare = (read: string | undefined) => (read ?? '').replace(/\s+/g, '')
      const summary = `Hearing:${shown(note || title)}–Doe,etal.v.Roe;Inc.`
      expect(bare(first.value('summary'))).toBe(summary)
      expect(bare(first.value('location'))).toBe(shown(place))
      expect(bare(first.value('description'))).toContain(shown(printable(note)))
    }),
  )
})

test('an identifier adds no line to the calendar, whatever is stored', () => {
  const uid = 'a\r\nATTENDEE:mailto:x@example.com\r\nX;y,z:\\'
  const text = renderEvent(site, { ...hearing, uid })
  const { events, first } = parse(text)
  expect(events).toHaveLength(1)
  expect(text).not.toMatch(/^ATTENDEE/m)
  expect(first.value('uid')).toBe('a--ATTENDEE:mailto:x@example.com--X-y-z:-@docket.example.com')
})
