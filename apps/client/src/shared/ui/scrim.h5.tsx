import type { ScrimProps } from './scrim-props.ts'

/** Behind what is open. A finger closes by it; a keyboard has the escape key, a screen reader the button. */
export function Scrim({ className, onTap }: ScrimProps) {
  return <div className={className} aria-hidden onClick={onTap} />
}
