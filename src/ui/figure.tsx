interface FigureProps {
  /** CONTRACT.md section 5: `downloads-60-days`, `downloads`, `unique-visitors`, `active-subscribers`. */
  name: string
  value: number
}

/**
 * A number that other programs read: the element's text is the bare number. The thousands are set apart by the
 * stylesheet, so that people read 12,345 and programs 12345.
 */
export function Figure({ name, value }: FigureProps) {
  return (
    <span class="figure" data-figure={name}>
      {digitGroups(value).map((digits, index) => (
        <span class="figure-digits" key={index}>
          {digits}
        </span>
      ))}
    </span>
  )
}

export function digitGroups(value: number): string[] {
  return new Intl.NumberFormat('en-US').format(value).split(',')
}
