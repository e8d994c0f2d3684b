import Taro from '@tarojs/taro'

/** Asks whether WeChat may bring one more message; the platform's own sheet does, when it is tapped for. */
export const requestSubscription = async (templateId: string): Promise<boolean> => {
  try {
    const answer: object = await Taro.requestSubscribeMessage({ tmplIds: [templateId], entityIds: [] })
    return Reflect.get(answer, templateId) === 'accept'
  } catch {
    return false
  }
}

export const canRequestSubscription: boolean = true
