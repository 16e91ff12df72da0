import type { Insertable } from 'kysely'
import type { SubscriptionsTable } from '../platform/database/schema.ts'
import { randomToken } from '../platform/http/signing.ts'
import { createRandom } from './random.ts'

const NAMES =
  'ada,ben,carla,david,elena,frank,grace,henry,irene,james,karen,luis,maria,noah,olivia,paul,quinn,rosa,samuel,tessa'.split(
    ',',
  )
const FAMILIES =
  'abbott,brandt,castillo,doyle,ellison,foster,greene,hartley,ingram,jensen,keller,lowell,mercer,nolan'.split(
    ',',
  )
const DAY = 86_400_000

/** Subscribers of the last year; a tenth have left. The domains are reserved (RFC 2606): no mail can reach anyone. */
export function demoSubscribers(count: number, now: number): Insertable<SubscriptionsTable>[] {
  const random = createRandom(7)
  return Array.from({ length: count }, (_, index) => {
    const name = `${NAMES[index % NAMES.length]}.${FAMILIES[Math.floor(index / NAMES.length) % FAMILIES.length]}`
    const email = `${name}@${random.pick(['example.com', 'example.org', 'law.example', 'news.example'])}`
    const created = now - random.between(1, 365 * 24) * (DAY / 24)
    const hasLeft = random.next() < 0.1
    return {
      email,
      email_key: email,
      token: randomToken(),
      state: hasLeft ? 'unsubscribed' : 'active',
      created_at: created,
      updated_at: hasLeft ? created + Math.floor((now - created) / 2) : created,
    }
  })
}
