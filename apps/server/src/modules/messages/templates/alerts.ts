import { formatBeans } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import { formatDevices, linkTo, type Templates } from './format.ts'

interface Told {
  readonly deviceId: number
  readonly deviceName: string
  readonly deviceCount: number
  readonly others?: readonly { readonly deviceId: number }[] | undefined
}

const about = ({ deviceId, others = [] }: Told) => ({
  link: linkTo('Home/index'),
  linkText: '查看设备',
  deviceId,
  otherDeviceIds: others.slice(0, MESSAGE_DEVICES - 1).map((other) => other.deviceId),
})

export const alertTemplates: Templates<
  'deviceFault' | 'deviceRecovered' | 'downtimeCredited' | 'stockBack' | 'trialEnded' | 'weeklyDigest'
> = {
  deviceFault: (told) => ({
    title: '云手机出现故障',
    content: `${formatDevices(told.deviceName, told.deviceCount)}暂时无法使用，系统正在检查和恢复，恢复后会告诉你。`,
    summary: `${formatDevices(told.deviceName, told.deviceCount)}出现故障，正在恢复`,
    ...about(told),
  }),
  deviceRecovered: (told) => ({
    title: '云手机已恢复',
    content: `${formatDevices(told.deviceName, told.deviceCount)}已恢复，可以使用了。`,
    summary: `${formatDevices(told.deviceName, told.deviceCount)}已恢复，可以使用了`,
    ...about(told),
  }),
  downtimeCredited: (told) => {
    const hours = Math.floor(told.seconds / 3600)
    const given = told.deviceCount > 1 ? '按中断时长' : `${hours} 小时`
    return {
      title: '中断时间已补偿',
      content: `${formatDevices(told.deviceName, told.deviceCount)}因平台原因中断，到期时间已${told.deviceCount > 1 ? `${given}延长` : `延长 ${given}`}。中断记录和补偿规则见设备的可用性。`,
      summary: `${formatDevices(told.deviceName, told.deviceCount)}的中断时间已补偿`,
      ...about(told),
      link: linkTo('Device/availability', { deviceId: told.deviceId }),
      linkText: '查看中断记录',
    }
  },
  stockBack: ({ goodId, configId, goodsName, zoneName, isForTrial = false }) =>
    isForTrial
      ? {
          title: '可以试用云手机了',
          content: '现在有空闲的试用云手机，先到先得。这个提醒只发一次。',
          summary: '现在有空闲的试用云手机',
          link: linkTo('landing/play-trial/index'),
          linkText: '去试用',
        }
      : {
          title: '你等的云手机到货了',
          content: `「${goodsName}」在${zoneName}有货了，先到先得。这个提醒只发一次。`,
          summary: `「${goodsName}」在${zoneName}有货了`,
          link: linkTo('create/goodsDetails', { goodId, configId }),
          linkText: '去看看',
        },
  trialEnded: ({ deviceName }) => ({
    title: '试用已结束',
    content: `「${deviceName}」的试用时间已到，已收回并清空。喜欢的话，可以创建一台自己的云手机。`,
    summary: `「${deviceName}」的试用时间已到`,
    link: linkTo('Home/create'),
    linkText: '创建云手机',
  }),
  weeklyDigest: ({ deviceCount, expiringCount, failedTaskCount, beansCents }) => ({
    title: '每周小结',
    content: [
      `你有 ${formatCount(deviceCount)} 台云手机`,
      expiringCount > 0 ? `，其中 ${formatCount(expiringCount)} 台 7 天内到期` : '，7 天内没有到期的',
      failedTaskCount > 0 ? `；过去 7 天有 ${formatCount(failedTaskCount)} 个任务未完成` : '；过去 7 天的任务都已完成',
      `；云豆余额 ${formatBeans(beansCents)}。`,
    ].join(''),
    summary:
      expiringCount > 0
        ? `${formatCount(deviceCount)} 台云手机，${formatCount(expiringCount)} 台 7 天内到期`
        : `${formatCount(deviceCount)} 台云手机，7 天内没有到期的`,
    ...(expiringCount > 0
      ? { link: linkTo('Renew/index'), linkText: '去续费' }
      : { link: linkTo('Home/index'), linkText: '查看云手机' }),
  }),
}
