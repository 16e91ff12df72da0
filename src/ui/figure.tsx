/** Other programs read it (CONTRACT.md section 5): the text is the number alone, without commas. */
export function Figure({ name, value }: { name: string; value: number }) {
  return (
    <span class="figure" data-figure={name}>
      {value}
    </span>
  )
}
