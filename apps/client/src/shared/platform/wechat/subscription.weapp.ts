import Taro from '@tarojs/taro'

/** Asks whether the messaging app may bring one more message; the platform's own sheet does, when it is tapped for. */
export const askSubscription = async (templateId: string): Promise<boolean> => {
  try {
    const answer: object = await Taro.requestSubscribeMessage({ tmplIds: [templateId], entityIds: [] })
    return Reflect.get(answer, templateId) === 'accept'
  } catch {
    return false
  }
}

export const canAskSubscription: boolean = true
