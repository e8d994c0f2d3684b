import type { SyntheticEvent } from 'react'
import { mainColour } from './main-colour.ts'

export interface PictureProps {
  readonly src: string
  readonly className?: string
  /** Alternative text; absent when the text beside it says the same. */
  readonly alt?: string
  /** Crops the lower end only. */
  readonly isTopKept?: boolean
  /** Called once the picture is decoded, with its main colour where the platform can read it. */
  readonly onReady?: (colour?: string) => void
}

/** Edge of the sample: at this size the browser averages the colours itself. */
const SAMPLE_PX = 8

const colourOf = (picture: HTMLImageElement): string | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLE_PX
  canvas.height = SAMPLE_PX
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX)
  return mainColour(context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data)
}

/** Undefined for a picture of another host, whose pixels cannot be read. */
const readColour = (picture: HTMLImageElement): string | undefined => {
  try {
    return colourOf(picture)
  } catch {
    return undefined
  }
}

/** Fills its place, cut rather than squeezed; loaded when it comes into sight. */
export function Picture({ src, className, alt = '', isTopKept, onReady }: PictureProps) {
  const reportReady = async ({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>) => {
    await picture.decode().catch(() => undefined)
    onReady?.(readColour(picture))
  }
  return (
    <img
      className={className}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      style={{ objectFit: 'cover', ...(isTopKept && { objectPosition: 'top' }) }}
      onLoad={onReady && ((event) => void reportReady(event))}
    />
  )
}
