import type { IconDrawing } from './icons.ts'
import { strokeWidth } from './svg.ts'

export interface DrawingProps {
  readonly className: string
  readonly drawing: IconDrawing
  readonly sizePx: number
}

/** Part of the page: pictures are documents of their own to a browser, and two dozen of them delay the first drawing. */
export function Drawing({ className, drawing, sizePx }: DrawingProps) {
  return (
    <svg
      className={className}
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth(sizePx)}
      strokeLinecap="round"
      strokeLinejoin="round"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings are constants of the client
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
