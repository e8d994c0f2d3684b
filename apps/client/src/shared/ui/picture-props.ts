export interface PictureProps {
  readonly src: string
  readonly className?: string
  /** What is on it; absent where the words beside it say so. */
  readonly alt?: string
  /** What does not fit is cut off below. */
  readonly isTopKept?: boolean
  /** It can be shown without a gap, with its main colour where the platform lets it be read. */
  readonly onReady?: (colour?: string) => void
}
