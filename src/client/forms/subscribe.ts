import { type SubscribeOutcome, subscribeMessage } from '../../shared/subscribe-messages.ts'
import { readSubscribeOutcome } from './subscribe-outcome.ts'

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
