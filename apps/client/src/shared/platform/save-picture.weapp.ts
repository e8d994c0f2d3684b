import Taro from '@tarojs/taro'
import type { SavePicture } from './saved-picture.ts'

/** Into the album; the platform asks the user the first time. */
export const savePicture: SavePicture = async (url) => {
  try {
    const { tempFilePath } = await Taro.downloadFile({ url })
    await Taro.saveImageToPhotosAlbum({ filePath: tempFilePath })
    return true
  } catch {
    return false
  }
}
