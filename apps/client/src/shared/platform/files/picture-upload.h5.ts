import type { TransportResponse } from '../network/transport.ts'
import { parseAnswer, TransportError } from '../network/transport.ts'
import type { ChosenFile } from './chosen-file.ts'
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

interface PictureUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly file: ChosenFile
  readonly timeoutMs: number
}

/** Sends one picture, in the way that the platform has for it. */
export type SendPicture = (upload: PictureUpload) => Promise<TransportResponse>

/** Sent as the body of the request. */
export const sendPicture: SendPicture = async ({ url, headers, file, timeoutMs }) => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  const options: RequestInit = { headers, body: file.content, signal: controller.signal, credentials: 'omit' }
  try {
    const response = await fetch(url, { method: 'POST', ...options })
    return { status: response.status, body: parseAnswer(await response.text()) }
  } catch {
    throw new TransportError(controller.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(timer)
  }
}
