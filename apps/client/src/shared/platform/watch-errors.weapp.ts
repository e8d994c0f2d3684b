import Taro from '@tarojs/taro'
import { tellError } from './told-errors.ts'

export const watchErrors = (): void => Taro.onError(tellError)
