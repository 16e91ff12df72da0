import type { ComponentChildren } from 'preact'

interface SectionProps {
  /** One of its kind on the page. */
  name: string
  heading: string
  class?: string
  children: ComponentChildren
}

export function Section({ name, heading, children, ...section }: SectionProps) {
  return (
    <section aria-labelledby={`${name}-heading`} {...section}>
      <h2 class="section-heading" id={`${name}-heading`}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
