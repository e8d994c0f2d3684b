import Taro from '@tarojs/taro'
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

/** Other files than pictures reach a mini-program through a chat only. */
const chooseFromChat = async ({ limit }: FileRequest): Promise<ChosenFile[]> => {
  const { tempFiles } = await Taro.chooseMessageFile({ count: Math.min(limit, MAXIMUM_FILES), type: 'all' })
  return tempFiles.map(({ name, path, size, type }) => ({
    name,
    sizeBytes: size,
    content: path,
    ...(type === 'image' && { pictureUrl: path }),
  }))
}

export const chooseFiles: ChooseFiles = (request) =>
  (request.kind === 'picture' || request.from === 'camera' ? choosePictures(request) : chooseFromChat(request)).catch(
    () => [],
  )

/** The platform clears its own temporary files away. */
export const releaseFile = (_file: ChosenFile): void => undefined
