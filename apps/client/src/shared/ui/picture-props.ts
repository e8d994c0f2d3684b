export interface PictureProps {
  readonly src: string
  readonly className?: string
  /** What is on it; absent where the words beside it say so. */
  readonly alt?: string
}
