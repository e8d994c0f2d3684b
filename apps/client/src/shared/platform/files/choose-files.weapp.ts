import Taro from '@tarojs/taro'
import { formatDate } from '@yunji/contract/display/time'
import { systemClock } from '../app/clock.ts'
import type { ChooseFiles, ChosenFile, FileRequest } from './chosen-file.ts'

/** The platform refuses to let more be chosen at once. */
const MAXIMUM_MEDIA = 20
const MAXIMUM_FILES = 100

const sources = { files: ['album'], camera: ['camera'], either: ['album', 'camera'] } as const

const choosePictures = async ({ from, limit }: FileRequest): Promise<ChosenFile[]> => {
  const { tempFiles } = await Taro.chooseMedia({
    count: Math.min(limit, MAXIMUM_MEDIA),
    mediaType: ['image'],
    sourceType: [...sources[from]],
    // Original pictures exceed the upload limits.
    sizeType: ['compressed'],
  })
  return tempFiles.map(({ tempFilePath, size }) => ({
    name: tempFilePath.slice(tempFilePath.lastIndexOf('/') + 1),
    sizeBytes: size,
    pictureUrl: tempFilePath,
    content: tempFilePath,
  }))
}

const endingOf = (path: string): string => /\.[A-Za-z0-9]{1,5}$/.exec(path)?.[0] ?? ''

/** The platform names them by random signs: the time is of more use. */
const chooseMedia = async ({ from, limit }: FileRequest): Promise<ChosenFile[]> => {
  const { tempFiles } = await Taro.chooseMedia({
    count: Math.min(limit, MAXIMUM_MEDIA),
    mediaType: ['image', 'video'],
    sourceType: [...sources[from]],
    sizeType: ['original'],
  })
  const time = formatDate(systemClock(), 'YYYY-MM-DD HH:mm').replaceAll(/[-:]/g, '').replace(' ', '_')
  return tempFiles.map(({ tempFilePath, size, fileType }, index) => ({
    name: `${fileType === 'video' ? '视频' : '图片'}_${time}${index > 0 ? `_${index + 1}` : ''}${endingOf(tempFilePath)}`,
    sizeBytes: size,
    content: tempFilePath,
  }))
}

/** Other files than pictures reach a mini-program through a chat only. */
const chooseFromChat = async ({ limit }: FileRequest): Promise<ChosenFile[]> => {
  const { tempFiles } = await Taro.chooseMessageFile({ count: Math.min(limit, MAXIMUM_FILES), type: 'all' })
  return tempFiles.map(({ name, path, size, type, time }) => ({
    name,
    sizeBytes: size,
    modifiedAtMs: time * 1000,
    content: path,
    ...(type === 'image' && { pictureUrl: path }),
  }))
}

const choose = (request: FileRequest): Promise<ChosenFile[]> => {
  if (request.kind === 'media') return chooseMedia(request)
  return request.kind === 'picture' || request.from === 'camera' ? choosePictures(request) : chooseFromChat(request)
}

export const chooseFiles: ChooseFiles = (request) => choose(request).catch(() => [])

/** The platform clears its own temporary files away. */
export const releaseFile = (_file: ChosenFile): void => undefined
