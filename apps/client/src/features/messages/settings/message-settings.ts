import { useMutation } from '@tanstack/react-query'
import { addSubscription, getMessageSettings, updateAlert, updateMessageSetting } from '@yunji/contract/messages/calls'
import type { MessageType } from '@yunji/contract/messages/rules'
import type { AlertSetting, MessageSetting } from '@yunji/contract/messages/schema'
import type { CallData } from '@yunji/contract/wire/call'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { mutationOptions, useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { requestSubscription } from '../../../shared/platform/wechat'
import { createSerialQueue } from '../serial-queue.ts'
import { withSetting } from './subscription-text.ts'

type Settings = CallData<typeof getMessageSettings>

type Change = Partial<Pick<MessageSetting, 'isSubscribed' | 'isSentBySms'>>

const cached = { queryKey: [getMessageSettings.path] }
const enqueue = createSerialQueue()

export const useMessageSettings = () => useCall(getMessageSettings, {})

const storeSettings = (settings: Settings): void => {
  queryClient.setQueriesData<Settings>(cached, (before) => before && settings)
}

const opposite = (changes: Change): Change =>
  Object.fromEntries(Object.entries(changes).map(([name, isOn]) => [name, !isOn]))

interface SettingChange {
  readonly messageType: MessageType
  readonly changes: Change
}

const showChange = ({ messageType, changes }: SettingChange) =>
  queryClient.setQueriesData<Settings>(cached, (before) => before && withSetting(before, messageType, changes))

/** Optimistic: reverted when the call fails. A change while another is under way is sent after it. */
export const useChangeSetting = () =>
  useMutation({
    ...mutationOptions,
    mutationFn: ({ messageType, changes }: SettingChange) =>
      enqueue(() => requestData(updateMessageSetting, { messageType, ...changes })),
    onMutate: showChange,
    onSuccess: storeSettings,
    onError: (error, { messageType, changes }) => {
      showChange({ messageType, changes: opposite(changes) })
      showError(error)
    },
  }).mutate

const showAlert = ({ alert, isOn }: AlertSetting) =>
  queryClient.setQueriesData<Settings>(
    cached,
    (before) =>
      before && { ...before, alerts: before.alerts.map((each) => (each.alert === alert ? { alert, isOn } : each)) },
  )

/** Optimistic, as `useChangeSetting`. */
export const useChangeAlert = () =>
  useMutation({
    ...mutationOptions,
    mutationFn: (change: AlertSetting) => enqueue(() => requestData(updateAlert, change)),
    onMutate: showAlert,
    onSuccess: storeSettings,
    onError: (error, { alert, isOn }) => {
      showAlert({ alert, isOn: !isOn })
      showError(error)
    },
  }).mutate

interface Subscription {
  readonly messageType: MessageType
  readonly templateId: string
}

const hasConsent = async ({ templateId }: Subscription): Promise<boolean> => {
  const isGiven = await requestSubscription(templateId)
  if (!isGiven) showToast('你没有同意接收这类消息')
  return isGiven
}

/** Requests consent for one more WeChat message, and counts it. */
export const useAddSubscription = () =>
  useWrite(
    async ({ messageType }: Subscription) => {
      storeSettings(await enqueue(() => requestData(addSubscription, { messageType })))
      showToast('已增加 1 次', 'success')
    },
    { confirm: hasConsent },
  )
