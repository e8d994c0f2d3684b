import type { ReactNode } from 'react'

export interface CarouselProps {
  /** What it holds. */
  readonly label: string
  /** Which one is in the middle. */
  readonly index: number
  readonly onChange: (index: number) => void
  readonly slides: readonly { readonly key: string | number; readonly content: ReactNode }[]
}
