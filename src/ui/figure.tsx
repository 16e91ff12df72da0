import type { ComponentChildren } from 'preact'

interface FigureProps {
  name: string
  value: number
}

/** Other programs read it (CONTRACT.md section 5): the text is the number alone, without commas. */
export function Figure({ name, value }: FigureProps) {
  return (
    <span class="figure" data-figure={name}>
      {value}
    </span>
  )
}

/** Large, with what it counts. */
export function FigureCard({ children, ...figure }: FigureProps & { children: ComponentChildren }) {
  return (
    <p class="figure-card">
      <Figure {...figure} />
      <span class="figure-label">{children}</span>
    </p>
  )
}
