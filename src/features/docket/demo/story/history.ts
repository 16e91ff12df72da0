/** What happened in the case so far, one sentence for each date, as briefs tell it. */
const HISTORY: readonly (readonly [date: string, sentence: string])[] = [
  [
    '2025-08-11',
    'The Commission commenced this action on August 11, 2025 by its Complaint (ECF No. 1), together with an emergency motion for a temporary restraining order, a freeze of assets and the appointment of a receiver (ECF No. 2).',
  ],
  [
    '2025-08-14',
    'On August 14, 2025, after a hearing at which Mr. Vanterpool appeared, the Court entered a Temporary Restraining Order (ECF No. 4) and the Order Appointing Receiver (ECF No. 5).',
  ],
  ['2025-08-22', 'The Receiver filed her oath and bond on August 22, 2025 (ECF No. 7).'],
  [
    '2025-09-08',
    'A Preliminary Injunction was entered by consent on September 8, 2025 (ECF No. 10).',
  ],
  [
    '2025-09-19',
    'The Receiver’s Initial Report (ECF No. 11) described the property found and the condition of the records.',
  ],
  [
    '2025-10-10',
    'Mr. Vanterpool answered the Complaint on October 10, 2025 (ECF No. 13), admitting little and asserting his privilege as to much.',
  ],
  [
    '2025-10-17',
    'The Court authorized the employment of counsel and forensic accountants on October 17, 2025 (ECF No. 14).',
  ],
  ['2025-11-14', 'The first quarterly report was filed on November 14, 2025 (ECF No. 18).'],
  [
    '2025-12-05',
    'First Prairie Agricultural Bank was permitted to intervene for limited purposes on December 5, 2025 (ECF No. 20).',
  ],
  [
    '2026-01-15',
    'The private sale of Cold Spring Orchard was approved on January 15, 2026 (ECF No. 25) after a hearing at which no one objected, and has closed (ECF No. 27).',
  ],
  [
    '2026-02-06',
    'The first interim fee application was granted as modified on February 6, 2026 (ECF No. 28).',
  ],
  [
    '2026-02-13',
    'The second quarterly report (ECF No. 29) announced that the accountants had completed their tracing of the Heron Point purchase.',
  ],
  [
    '2026-04-17',
    'After an evidentiary hearing, the Court ordered on April 17, 2026 that the Heron Point house be turned over to the Receiver (ECF No. 34).',
  ],
  [
    '2026-05-12',
    'A stipulation fixing the bank’s claim was approved on May 12, 2026 (ECF No. 37).',
  ],
  [
    '2026-05-22',
    'A claims procedure was approved on May 22, 2026, with a bar date of August 21, 2026 (ECF No. 39).',
  ],
  [
    '2026-07-24',
    'By text order of July 24, 2026 the Court authorized the public auction of the aircraft and surplus equipment.',
  ],
  [
    '2026-09-11',
    'Final judgment was entered by consent against Mr. Vanterpool on September 11, 2026 (ECF No. 47).',
  ],
  [
    '2026-09-25',
    'The Receiver moved for approval of a plan of distribution on September 25, 2026 (ECF No. 48).',
  ],
]

/** The latest of it before a day, in paragraphs of two or three sentences. */
export function procedureBefore(filedOn: string, sentences = 6): string[] {
  const past = HISTORY.filter(([date]) => date < filedOn).map(([, sentence]) => sentence)
  const told = [...past.slice(0, 2), ...past.slice(2).slice(2 - sentences)]
  const paragraphs: string[] = []
  for (let i = 0; i < told.length; i += 3) paragraphs.push(told.slice(i, i + 3).join(' '))
  return paragraphs
}
