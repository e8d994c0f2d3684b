import { formatBeans } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import { formatDevices, linkTo, say, type Templates } from './format.ts'

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

const devices = ({ deviceName, deviceCount }: Told) => ['设备', formatDevices(deviceName, deviceCount)] as const

const tasksOf = (failed: number) =>
  ['任务情况', failed > 0 ? `过去 7 天有 ${formatCount(failed)} 个任务未完成` : '过去 7 天的任务都已完成'] as const

export const alertTemplates: Templates<
  'deviceFault' | 'deviceRecovered' | 'downtimeCredited' | 'stockBack' | 'trialEnded' | 'weeklyDigest'
> = {
  deviceFault: (told) => ({
    title: '云手机出现故障',
    content: say`${devices(told)}暂时无法使用，系统正在检查和恢复，恢复后会告诉你。`,
    summary: say`${devices(told)}出现故障，正在恢复`,
    ...about(told),
  }),
  deviceRecovered: (told) => ({
    title: '云手机已恢复',
    content: say`${devices(told)}已恢复，可以使用了。`,
    summary: say`${devices(told)}已恢复，可以使用了`,
    ...about(told),
  }),
  downtimeCredited: (told) => {
    const hours = ['小时', String(Math.floor(told.seconds / 3600))] as const
    return {
      variant: told.deviceCount > 1 ? 'several' : undefined,
      title: '中断时间已补偿',
      content:
        told.deviceCount > 1
          ? say`${devices(told)}因平台原因中断，到期时间已按中断时长延长。中断记录和补偿规则见设备的可用性。`
          : say`${devices(told)}因平台原因中断，到期时间已延长 ${hours} 小时。中断记录和补偿规则见设备的可用性。`,
      summary: say`${devices(told)}的中断时间已补偿`,
      ...about(told),
      link: linkTo('Device/availability', { deviceId: told.deviceId }),
      linkText: '查看中断记录',
    }
  },
  stockBack: ({ goodId, configId, goodsName, zoneName, isForTrial = false }) =>
    isForTrial
      ? {
          variant: 'trial',
          title: '可以试用云手机了',
          content: '现在有空闲的试用云手机，先到先得。这个提醒只发一次。',
          summary: '现在有空闲的试用云手机',
          link: linkTo('landing/play-trial/index'),
          linkText: '去试用',
        }
      : {
          title: '你等的云手机到货了',
          content: say`「${['商品', goodsName]}」在${['机房', zoneName]}有货了，先到先得。这个提醒只发一次。`,
          summary: say`「${['商品', goodsName]}」在${['机房', zoneName]}有货了`,
          link: linkTo('create/goodsDetails', { goodId, configId }),
          linkText: '去看看',
        },
  trialEnded: ({ deviceName }) => ({
    title: '试用已结束',
    content: say`「${['设备', deviceName]}」的试用时间已到，已收回并清空。喜欢的话，可以创建一台自己的云手机。`,
    summary: say`「${['设备', deviceName]}」的试用时间已到`,
    link: linkTo('Home/create'),
    linkText: '创建云手机',
  }),
  weeklyDigest: ({ deviceCount, expiringCount, failedTaskCount, beansCents }) => ({
    title: '每周小结',
    variant: expiringCount > 0 ? 'expiring' : undefined,
    content:
      expiringCount > 0
        ? say`你有 ${['台数', formatCount(deviceCount)]} 台云手机，其中 ${['到期台数', formatCount(expiringCount)]} 台 7 天内到期；${tasksOf(failedTaskCount)}；云豆余额 ${['云豆', formatBeans(beansCents)]}。`
        : say`你有 ${['台数', formatCount(deviceCount)]} 台云手机，7 天内没有到期的；${tasksOf(failedTaskCount)}；云豆余额 ${['云豆', formatBeans(beansCents)]}。`,
    summary:
      expiringCount > 0
        ? say`${['台数', formatCount(deviceCount)]} 台云手机，${['到期台数', formatCount(expiringCount)]} 台 7 天内到期`
        : say`${['台数', formatCount(deviceCount)]} 台云手机，7 天内没有到期的`,
    ...(expiringCount > 0
      ? { link: linkTo('Renew/index'), linkText: '去续费' }
      : { link: linkTo('Home/index'), linkText: '查看云手机' }),
  }),
}
