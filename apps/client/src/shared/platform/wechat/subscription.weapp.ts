import Taro from '@tarojs/taro'

/** Requests consent for one more message in WeChat's own sheet; needs a tap. */
export const requestSubscription = async (templateId: string): Promise<boolean> => {
  try {
    const answer: object = await Taro.requestSubscribeMessage({ tmplIds: [templateId], entityIds: [] })
    return Reflect.get(answer, templateId) === 'accept'
  } catch {
    return false
  }
}

export const canRequestSubscription: boolean = true
