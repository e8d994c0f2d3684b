import { getDeletion, requestDeletion } from '@yunji/contract/accounts/profile/calls'
import { DeletionObstacle } from '@yunji/contract/accounts/profile/schema'
import { formatCount } from '@yunji/contract/display/text'
import { type PagePath, pathOf } from '@yunji/contract/pages'
import { requestData, useCall } from '../../../shared/api/query.ts'

export const useDeletion = () => useCall(getDeletion, {})

/** Ends all sessions, this one included. Returns the time of the erasure. */
export const submitDeletion = async (code: string): Promise<number> =>
  (await requestData(requestDeletion, { code, givesUpAll: true })).erasesAt

interface ObstacleText {
  readonly text: (count: number) => string
  readonly action: string
  readonly to: PagePath
}

/** Obstacles to the deletion, with the page that resolves each. */
export const obstacleTexts: Readonly<Record<DeletionObstacle, ObstacleText>> = {
  [DeletionObstacle.device]: {
    text: (count) => `还有 ${formatCount(count)} 台云手机未释放`,
    action: '去查看',
    to: pathOf('Home/index'),
  },
  [DeletionObstacle.transfer]: {
    text: (count) => `还有 ${formatCount(count)} 笔设备转移未结束`,
    action: '去处理',
    to: pathOf('Device/transfer'),
  },
  [DeletionObstacle.grant]: {
    text: (count) => `还有 ${formatCount(count)} 项设备授权未结束`,
    action: '去处理',
    to: pathOf('Device/empower'),
  },
  [DeletionObstacle.order]: {
    text: (count) => `还有 ${formatCount(count)} 笔订单未完成`,
    action: '去查看',
    to: pathOf('user/orders'),
  },
}
