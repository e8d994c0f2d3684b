import Taro from '@tarojs/taro'
import type { SaveText } from './saved-text.ts'

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
