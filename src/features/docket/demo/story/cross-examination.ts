import { dollars, type Scene } from './scene.ts'
import type { Speech } from './speeches.ts'

const EXCHANGES: readonly (readonly [question: string, answer: string])[] = [
  [
    'Line {line}. A deposit of {amount} on {day}. What was that?',
    'It is a check with a subscription form stapled to it. The form is in the deposit image, Exhibit {exhibit}.',
  ],
  [
    'And {amount} on {day}. You say it was a new investor. How do you know?',
    'The bank coded it as an incoming wire, and the originator is a custodian of retirement accounts. The reference line has the investor’s number.',
  ],
  [
    'On {day} there is a debit of {amount}. You have put it in the last column. Why?',
    'Because by then there was nothing else in the account. The balance that morning was under nine thousand dollars, and everything that came in after that was from the seminar that weekend.',
  ],
  [
    'You skip a deposit of {amount} on {day}. Was that an oversight?',
    'It was not left out. It went to a different account and came back two days later. If I had counted it I would have counted it twice.',
  ],
  [
    'What about {day}, line {line}, a withdrawal of {amount}?',
    'That is a distribution to investors, so it comes off the balance before the wire. It helps your client, as it happens, by a few thousand dollars.',
  ],
  [
    'There were two items on {day} that come to {amount} together. Which did you count?',
    'Only the larger. The smaller was rent from the grazing tenant, and I gave it to Mr. Vanterpool’s side of the ledger because I could not show that it was not.',
  ],
  [
    'Line {line} is marked in yellow, {amount} on {day}. What does the yellow mean?',
    'That the image is poor. I could read the payee and the amount but not the memo, so I left it unassigned.',
  ],
  [
    'And the transfer of {amount} on {day}. To whom did that go?',
    'To the management company. It left at 10:14 and arrived at 10:14, and the wire to the escrow went out at 2:30 the same afternoon.',
  ],
]

const DAYS = ['April 9', 'April 13', 'April 14', 'May 4', 'May 5', 'May 29', 'June 1', 'June 3']

/** The middle of the hearing: counsel goes through the schedule, line by line. */
export function crossExamination({ random }: Scene): Speech[] {
  return random.shuffle(EXCHANGES).flatMap(([question, answer], i): Speech[] => {
    const words = question
      .replace('{line}', String(i * 6 + random.between(1, 5)))
      .replace('{day}', DAYS[i] ?? '')
      .replace('{amount}', dollars(random.between(80, 900) * 100))
    return [
      ['Q', words],
      ['A', answer.replace('{exhibit}', String(random.between(2, 37)))],
    ]
  })
}
