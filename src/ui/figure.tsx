import type { ComponentChildren } from 'preact'

type FigureProps = { name: string; value: number }

/** Other programs read `data-figure` (CONTRACT.md section 5): its text is the bare number, without the commas people see. */
export function Figure({ name, value }: FigureProps) {
  if (value < 1000) {
    return (
      <span class="figure" data-figure={name}>
        {value}
      </span>
    )
  }
  return (
    <span class="figure">
      {value.toLocaleString('en-US')}
      <span class="visually-hidden" aria-hidden="true" data-figure={name}>
        {value}
      </span>
    </span>
  )
}

export function FigureCard({ children, ...figure }: FigureProps & { children: ComponentChildren }) {
  return (
    <p class="figure-card">
      <Figure {...figure} />
      <span class="figure-label">{children}</span>
    </p>
  )
}
