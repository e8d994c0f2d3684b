import { addSubscription, getMessageSettings, updateMessageSetting } from '@yunji/contract/messages/calls'
import type { MessageType } from '@yunji/contract/messages/rules'
import type { MessageSetting } from '@yunji/contract/messages/schema'
import type { CallData } from '@yunji/contract/wire/call'
import { queryClient, readData, useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { requestSubscription } from '../../../shared/platform/wechat'
import { createSerialQueue } from '../serial-queue.ts'
import { withSetting } from './subscription-text.ts'

type Settings = CallData<typeof getMessageSettings>

type Change = Partial<Pick<MessageSetting, 'isSubscribed' | 'isSentBySms'>>

const held = { queryKey: [getMessageSettings.path] }
const inTurn = createSerialQueue()

export const useMessageSettings = () => useCall(getMessageSettings, {})

const keep = (settings: Settings): void => {
  queryClient.setQueriesData<Settings>(held, (before) => before && settings)
}

const opposite = (changes: Change): Change =>
  Object.fromEntries(Object.entries(changes).map(([name, isOn]) => [name, !isOn]))

/** Optimistic: reverted when the call fails. */
export const change = async (messageType: MessageType, changes: Change): Promise<void> => {
  const show = (shown: Change) =>
    queryClient.setQueriesData<Settings>(held, (before) => before && withSetting(before, messageType, shown))
  show(changes)
  try {
    keep(await inTurn(() => readData(updateMessageSetting, { messageType, ...changes })))
  } catch (error) {
    show(opposite(changes))
    showError(error)
  }
}

/** Requests consent for one more WeChat message. */
export const subscribe = async (messageType: MessageType, templateId: string): Promise<void> => {
  if (!(await requestSubscription(templateId))) return showToast('你没有同意接收这类消息')
  try {
    keep(await inTurn(() => readData(addSubscription, { messageType })))
    showToast('已增加 1 次', 'success')
  } catch (error) {
    showError(error)
  }
}
