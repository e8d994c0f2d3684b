import { formatFileSize } from '@yunji/contract/display/text'
import { formatTime, linkTo, say, type Templates } from './format.ts'

const buy = { link: linkTo('Space/BuySpace'), linkText: '去扩容' }

export const spaceTemplates: Templates<'spaceEnding' | 'spaceOver' | 'spaceDeletionSoon' | 'spaceDeleted'> = {
  spaceEnding: ({ sizeGb, endsAt, overBytes }) => ({
    title: '云空间套餐即将到期',
    variant: overBytes > 0 ? 'over' : undefined,
    content:
      overBytes > 0
        ? say`${['容量', String(sizeGb)]} GB 云空间套餐将于 ${['到期时间', formatTime(endsAt)]} 到期，届时会超出容量 ${['超出', formatFileSize(overBytes)]}，不能再存入，7 天后从最早的文件和备份开始删除。请扩容或提前下载、清理。`
        : say`${['容量', String(sizeGb)]} GB 云空间套餐将于 ${['到期时间', formatTime(endsAt)]} 到期，现有的文件和备份仍放得下，不受影响。`,
    summary: say`${['容量', String(sizeGb)]} GB 云空间套餐将于 ${['到期时间', formatTime(endsAt)]} 到期`,
    ...buy,
  }),
  spaceOver: ({ overBytes, deletesFrom }) => ({
    title: '云空间已超出容量',
    content: say`云空间套餐已到期，超出 ${['超出', formatFileSize(overBytes)]}，暂时不能再存入。请在 ${['清理时间', formatTime(deletesFrom)]} 前扩容或清理，之后将从最早的文件和备份开始删除。`,
    summary: say`云空间超出 ${['超出', formatFileSize(overBytes)]}，请扩容或清理`,
    ...buy,
  }),
  spaceDeletionSoon: ({ overBytes, deletesFrom }) => ({
    title: '云空间即将清理',
    content: say`云空间仍超出 ${['超出', formatFileSize(overBytes)]}，${['清理时间', formatTime(deletesFrom)]} 起将从最早的文件和备份开始删除，请尽快扩容或下载。`,
    summary: '云空间将从最早的文件开始清理',
    ...buy,
  }),
  spaceDeleted: ({ count }) => ({
    title: '云空间已清理',
    content: say`云空间超出容量满 7 天，已删除最早的 ${['项数', String(count)]} 项文件和备份，其余内容已在容量之内。`,
    summary: say`已删除云空间最早的 ${['项数', String(count)]} 项内容`,
    link: linkTo('Space/index'),
    linkText: '查看云空间',
  }),
}
