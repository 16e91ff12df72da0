import type { ComponentChildren } from 'preact'

interface FigureProps {
  name: string
  value: number
}

/** Other programs read it (CONTRACT.md section 5): the text is the number alone, without the commas that people see. */
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
