interface FigureProps {
  /** CONTRACT.md section 5: `downloads-60-days`, `downloads`, `unique-visitors`, `active-subscribers`; and more of our own. */
  name: string
  value: number
}

/** A number that other programs read: the element's text is the number alone, without commas. */
export function Figure({ name, value }: FigureProps) {
  return (
    <span class="figure" data-figure={name}>
      {value}
    </span>
  )
}
