import { element } from '../element.ts'

/** Lets users read each `data-chart` bar by bar. Screen readers pass arrow keys to a slider and speak its text. */
export function startCharts(): void {
  for (const plot of document.querySelectorAll<HTMLElement>('[data-chart]')) makeReadable(plot)
}

function makeReadable(plot: HTMLElement) {
  const bars = [...plot.querySelectorAll<SVGGElement>('[data-chart-bar]')]
  const texts = bars.map(takeText)
  if (texts.length === 0) return
  const tooltip = element('div', { class: 'chart-tooltip', 'aria-hidden': 'true', hidden: true })
  plot.append(tooltip)
  describe(plot, texts.length)
  let current = texts.length - 1

  function select(index: number) {
    current = index
    plot.ariaValueNow = String(index + 1)
    plot.ariaValueText = texts[index] ?? ''
  }
  function read(index: number) {
    bars[current]?.classList.remove('is-read')
    select(index)
    bars[index]?.classList.add('is-read')
    tooltip.textContent = texts[index] ?? ''
    tooltip.hidden = false
    place(tooltip, plot, (index + 0.5) / texts.length)
  }
  function stop() {
    bars[current]?.classList.remove('is-read')
    tooltip.hidden = true
  }
  const point = ({ clientX }: PointerEvent) => {
    const { left, width } = plot.getBoundingClientRect()
    read(barAt((clientX - left) / width, texts.length))
  }

  select(current)
  plot.addEventListener('pointermove', point)
  plot.addEventListener('pointerdown', point)
  plot.addEventListener('pointerleave', () => {
    if (document.activeElement !== plot) stop()
  })
  plot.addEventListener('focus', () => read(current))
  plot.addEventListener('blur', stop)
  plot.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return stop()
    const target = moved(event.key, current, texts.length)
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    read(target)
  })
}

/** Removes the title, because the browser would show its own tooltip next to ours. */
function takeText(bar: SVGGElement): string {
  const title = bar.querySelector('title')
  title?.remove()
  return title?.textContent ?? ''
}

function describe(plot: HTMLElement, count: number) {
  const { chart = '', chartSummary = '' } = plot.dataset
  plot.tabIndex = 0
  plot.setAttribute('role', 'slider')
  plot.setAttribute('aria-label', `${chart}. Use the arrow keys to move along it.`)
  plot.setAttribute('aria-describedby', chartSummary)
  plot.setAttribute('aria-valuemin', '1')
  plot.setAttribute('aria-valuemax', String(count))
  plot.querySelector('svg')?.setAttribute('aria-hidden', 'true')
}

function place(tooltip: HTMLElement, plot: HTMLElement, share: number) {
  const { clientWidth } = plot
  const isRight = share > 0.5
  tooltip.style.left = isRight ? 'auto' : `${share * clientWidth + 12}px`
  tooltip.style.right = isRight ? `${(1 - share) * clientWidth + 12}px` : 'auto'
}

export function barAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The bar that a key moves to, as on any slider (WAI-ARIA); undefined for other keys. */
export function moved(key: string, from: number, count: number): number | undefined {
  if (!Object.hasOwn(STEPS, key)) return undefined
  return Math.min(count - 1, Math.max(0, from + (STEPS[key] ?? 0)))
}
