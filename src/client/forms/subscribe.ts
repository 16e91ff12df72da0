import {
  type SubscribeOutcome,
  type SubscribeState,
  subscribeMessage,
} from '../../shared/subscribe-messages.ts'

/** Sends the subscription form without leaving the page; what was typed stays unless it was accepted. */
export function startSubscribeForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-subscribe-form]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (form.ariaBusy !== 'true') subscribe(form)
    })
  }
}

async function subscribe(form: HTMLFormElement) {
  form.ariaBusy = 'true'
  const data = new FormData(form)
  const email = String(data.get('email') ?? '').trim()
  const website = String(data.get('website') ?? '')
  const outcome = await send(form.action, website === '' ? { email } : { email, website })
  form.ariaBusy = 'false'
  showOutcome(form, { ...outcome, email })
}

async function send(action: string, body: Record<string, string>): Promise<SubscribeOutcome> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    return readSubscribeOutcome(response.status, answer, response.headers.get('retry-after'))
  } catch {
    return { state: 'failed' }
  }
}

function showOutcome(form: HTMLFormElement, outcome: SubscribeOutcome) {
  const message = subscribeMessage(outcome)
  const status = form.querySelector('[data-subscribe-message]')
  const field = form.querySelector<HTMLInputElement>('[name=email]')
  if (!message || !status || !field) return
  status.textContent = message.text
  status.className = `form-message form-message-${message.kind}`
  status.scrollIntoView({ block: 'nearest' })
  if (message.kind === 'success') field.value = ''
  if (outcome.state === 'invalid_email') {
    field.setAttribute('aria-invalid', 'true')
    field.focus()
  } else {
    field.removeAttribute('aria-invalid')
  }
}

const answered: readonly SubscribeState[] = [
  'subscribed',
  'reactivated',
  'confirmation_sent',
  'confirmation_held',
]
const refused: readonly SubscribeState[] = ['already_subscribed', 'invalid_email', 'rate_limited']

/** The API's answer (CONTRACT.md section 3) in the words of the page. */
export function readSubscribeOutcome(
  status: number,
  body: unknown,
  retryAfter: string | null,
): SubscribeOutcome {
  const answer = typeof body === 'object' && body !== null ? body : {}
  const text = (name: string) => {
    const value = (answer as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : undefined
  }
  const state = answered.find((known) => status < 300 && known === text('status'))
  if (state) return { state }
  const code = refused.find((known) => known === text('code'))
  if (status === 429) return { state: 'rate_limited', retryAfterSeconds: seconds(retryAfter) }
  return code ? { state: code, detail: text('detail') } : { state: 'failed' }
}

/** Retry-After is seconds here; a date, which RFC 9110 also allows, is as good as none. */
function seconds(retryAfter: string | null): number | undefined {
  return retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}
