import type { ComponentChildren, HTMLAttributes } from 'preact'

type SectionProps = HTMLAttributes<HTMLElement> & { name: string; heading: string }

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

type FactsProps = { facts: Readonly<Record<string, ComponentChildren>>; class?: string }

/** By label; empty values are left out. */
export function Facts({ facts, class: own = '' }: FactsProps) {
  const shown = Object.entries(facts).filter(([, value]) => value)
  return (
    <dl class={`facts ${own}`.trim()}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
