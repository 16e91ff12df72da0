import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'preact'

type Looks = { kind?: 'primary' | 'danger' | 'small' }

const classOf = (kind: Looks['kind']) => (kind ? `button button-${kind}` : 'button')

export function Button({ kind, ...button }: Looks & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" class={classOf(kind)} {...button} />
}

/** Pressing Enter in a field clicks the form's first button, so that has to be Save. */
export function EnterButton(button: ButtonHTMLAttributes<HTMLButtonElement>) {
  const unseen = { class: 'visually-hidden', tabIndex: -1, 'aria-hidden': true } as const
  return (
    <Button {...unseen} {...button}>
      Save
    </Button>
  )
}

export function ButtonLink({ kind, ...link }: Looks & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a class={classOf(kind)} {...link} />
}
