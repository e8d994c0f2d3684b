import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icons.ts'

export interface ConsolePage {
  readonly path: string
  readonly title: string
  /** Null: every operator. */
  readonly right: OperatorRight | null
  /** Further words that the command bar finds it by. */
  readonly words?: string
  readonly load: () => Promise<{ default: ComponentType }>
}

export interface Area {
  readonly title: string
  readonly icon: IconName
  readonly pages: readonly ConsolePage[]
}

/** Areas of the side bar with their pages, in its order. A page that does not exist yet is not listed. */
export const areas: readonly Area[] = [
  {
    title: '客服与审核',
    icon: 'headset',
    pages: [
      {
        path: '/tickets',
        title: '工单',
        right: 'tickets.read',
        words: '客服 回复 tickets',
        load: () => import('../pages/tickets.tsx'),
      },
      {
        path: '/verifications',
        title: '认证审核',
        right: 'verification.decide',
        words: '实名 企业 verification',
        load: () => import('../pages/verifications.tsx'),
      },
    ],
  },
  {
    title: '订单与财务',
    icon: 'order',
    pages: [
      {
        path: '/failed-refunds',
        title: '退款异常',
        right: 'orders.read',
        words: '退款 refund',
        load: () => import('../pages/failed-refunds.tsx'),
      },
    ],
  },
  {
    title: '风控与日志',
    icon: 'shield',
    pages: [
      {
        path: '/audit',
        title: '操作记录',
        right: 'audit.read',
        words: '审计 日志 audit',
        load: () => import('../pages/audit.tsx'),
      },
      {
        path: '/client-errors',
        title: '客户端错误',
        right: 'overview.read',
        words: '崩溃 errors',
        load: () => import('../pages/client-errors.tsx'),
      },
    ],
  },
  {
    title: '设置',
    icon: 'gear',
    pages: [
      {
        path: '/operators',
        title: '运营人员',
        right: 'operators.write',
        words: '账号 角色 权限 operators',
        load: () => import('../pages/operators.tsx'),
      },
    ],
  },
  {
    title: '我的账号',
    icon: 'user',
    pages: [
      {
        path: '/account',
        title: '登录与密码',
        right: null,
        words: '会话 修改密码 sessions password',
        load: () => import('../pages/account.tsx'),
      },
    ],
  },
]

export const isAllowed = (page: ConsolePage, rights: readonly OperatorRight[]): boolean =>
  page.right === null || rights.includes(page.right)

/** Areas with the pages that the rights open; areas without any are left out. */
export const areasFor = (rights: readonly OperatorRight[]): Area[] =>
  areas
    .map((area) => ({ ...area, pages: area.pages.filter((page) => isAllowed(page, rights)) }))
    .filter(({ pages }) => pages.length > 0)
