import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'preact'

interface Looks {
  kind?: 'primary' | 'danger' | 'small'
}

const classOf = (kind: Looks['kind']) => (kind ? `button button-${kind}` : 'button')

export function Button({ kind, ...button }: Looks & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" class={classOf(kind)} {...button} />
}

export function ButtonLink({ kind, ...link }: Looks & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a class={classOf(kind)} {...link} />
}
