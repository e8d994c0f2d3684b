import Taro from '@tarojs/taro'
import type { SaveFile, SavePicture, SaveText } from './save-file.h5.ts'

const DATA_URI = /^data:image\/png;base64,/

/** A picture as a file, which is all that the album takes. */
const fileOf = async (url: string, name: string): Promise<string> => {
  if (!DATA_URI.test(url)) return (await Taro.downloadFile({ url })).tempFilePath
  const filePath = `${Taro.env.USER_DATA_PATH}/${name}`
  Taro.getFileSystemManager().writeFileSync(filePath, url.replace(DATA_URI, ''), 'base64')
  return filePath
}

/** Saves to the album; the platform asks for permission once. */
export const savePicture: SavePicture = async (url, name) => {
  try {
    await Taro.saveImageToPhotosAlbum({ filePath: await fileOf(url, name) })
    return true
  } catch {
    return false
  }
}

/** A mini-program has no folder that its user could open: the file goes into a chat, from where it is kept. */
export const saveText: SaveText = async (text, fileName) => {
  try {
    const filePath = `${Taro.env.USER_DATA_PATH}/${fileName}`
    Taro.getFileSystemManager().writeFileSync(filePath, text, 'utf8')
    await Taro.shareFileMessage({ filePath, fileName })
    return true
  } catch {
    return false
  }
}

/** The platform fetches no more. */
const DOWNLOAD_MAXIMUM_BYTES = 200 * 1024 ** 2

/** Pictures and videos go to the album, documents are opened, anything else goes into a chat. */
export const saveFile: SaveFile = async ({ url, name, kind, sizeBytes }) => {
  if (sizeBytes > DOWNLOAD_MAXIMUM_BYTES) return 'tooLarge'
  try {
    // One place for each ending, written over by the next: the program's folder is small.
    const filePath = `${Taro.env.USER_DATA_PATH}/download${/\.\w+$/.exec(name)?.[0] ?? ''}`
    const { statusCode } = await Taro.downloadFile({ url, filePath })
    if (statusCode !== 200) return 'refused'
    if (kind === 'picture') await Taro.saveImageToPhotosAlbum({ filePath })
    else if (kind === 'video') await Taro.saveVideoToPhotosAlbum({ filePath })
    else if (kind === 'document') await Taro.openDocument({ filePath, showMenu: true })
    else await Taro.shareFileMessage({ filePath, fileName: name })
    return 'saved'
  } catch {
    return 'refused'
  }
}
