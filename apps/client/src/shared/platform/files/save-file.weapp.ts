import Taro from '@tarojs/taro'
import type { SavePicture, SaveText } from './save-file.h5.ts'

/** Saves to the album; the platform asks for permission once. */
export const savePicture: SavePicture = async (url) => {
  try {
    const { tempFilePath } = await Taro.downloadFile({ url })
    await Taro.saveImageToPhotosAlbum({ filePath: tempFilePath })
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
