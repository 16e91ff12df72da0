import {
  type SubscribeOutcome,
  subscribeMessage,
  subscribeStateOf,
} from '../../shared/subscribe-messages.ts'

export function startSubscribeForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-subscribe-form]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (form.ariaBusy !== 'true') postSubscription(form)
    })
  }
}

async function postSubscription(form: HTMLFormElement) {
  form.ariaBusy = 'true'
  const data = new FormData(form)
  const email = String(data.get('email') ?? '').trim()
  const website = String(data.get('website') ?? '')
  const outcome = await send(form.action, website === '' ? { email } : { email, website })
  form.ariaBusy = 'false'
  showOutcome(form, { ...outcome, email, isTesting: 'testing' in form.dataset })
}

async function send(action: string, body: Record<string, string>): Promise<SubscribeOutcome> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    const answer: SubscribeAnswer = await response.json().catch(() => undefined)
    return readSubscribeOutcome(response.status, answer, response.headers.get('retry-after'))
  } catch {
    return { state: 'failed' }
  }
}

function showOutcome(form: HTMLFormElement, outcome: SubscribeOutcome) {
  const message = subscribeMessage(outcome)
  const status = form.querySelector('[data-subscribe-message]')
  const field = form.querySelector<HTMLInputElement>('[name=email]')
  if (!status || !field) return
  status.textContent = message.text
  status.className = `form-message form-message-${message.kind}`
  status.scrollIntoView({ block: 'nearest' })
  if (message.kind === 'success') field.value = ''
  field.ariaInvalid = String(outcome.state === 'invalid_email')
  if (outcome.state === 'invalid_email') field.focus()
}

type SubscribeAnswer = { status?: string; code?: string; detail?: string } | null | undefined

export function readSubscribeOutcome(
  status: number,
  answer: SubscribeAnswer,
  retryAfter: string | null,
): SubscribeOutcome {
  const code = status < 300 ? answer?.status : answer?.code
  return {
    state: subscribeStateOf(status === 429 ? 'too_many_requests' : code),
    detail: answer?.detail,
    retryAfterSeconds: Number(retryAfter) || undefined,
  }
}
