import type { ChosenFile } from './chosen-file.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Shrinks a picture to the size it is drawn at; undefined for a file that is no readable picture. */
export type ShrinkPicture = (file: ChosenFile, longestPx: number) => Promise<ChosenFile | undefined>

/** Size within the limit, same aspect ratio; never enlarged. */
export const sizeWithin = ({ width, height }: Size, longestPx: number): Size => {
  const factor = Math.min(longestPx / Math.max(width, height), 1)
  return { width: Math.max(Math.round(width * factor), 1), height: Math.max(Math.round(height * factor), 1) }
}
