import type { ComponentChildren, HTMLAttributes } from 'preact'

interface SectionProps extends HTMLAttributes<HTMLElement> {
  name: string
  heading: string
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

interface FactsProps {
  /** Keyed by label; empty values are left out. */
  facts: Readonly<Record<string, ComponentChildren>>
  class?: string
}

export function Facts({ facts, class: own = '' }: FactsProps) {
  return (
    <dl class={`facts ${own}`.trim()}>
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
