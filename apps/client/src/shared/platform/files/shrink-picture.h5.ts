import type { ShrinkPicture } from './picture-size.ts'
import { sizeWithin } from './picture-size.ts'

const QUALITY = 0.9

const load = (url: string): Promise<HTMLImageElement | undefined> => {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

const draw = (image: HTMLImageElement, longestPx: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas')
  const { width, height } = sizeWithin({ width: image.naturalWidth, height: image.naturalHeight }, longestPx)
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}

/** Redraws the picture: smaller, as JPEG, without metadata such as the location. */
export const shrinkPicture: ShrinkPicture = async (file, longestPx) => {
  const image = file.pictureUrl === undefined ? undefined : await load(file.pictureUrl)
  const content = image && (await draw(image, longestPx))
  return content ? { ...file, content, sizeBytes: content.size } : undefined
}
