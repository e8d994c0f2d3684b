import { expect, it } from 'vitest'
import { describeContents } from './backup-rules.ts'

const whole = {
  androidVersion: '10',
  appCount: 3,
  hasAppData: true,
  leftOutPackages: 0,
  onlyPackages: 0,
  vanishedFiles: 0,
  changedFiles: 0,
}

it('says what a whole backup holds, and that caches and system accounts are not among it', () => {
  const { holds, lacks } = describeContents(whole)
  expect(holds).toEqual([
    '3 个应用的安装包和权限',
    '应用数据（登录状态、聊天记录、设置等）',
    '照片、视频、下载和其他文件',
  ])
  expect(lacks).toEqual(['应用缓存，恢复后会自动重新生成', '锁屏密码、系统账号和系统设置'])
})

it('names everything that is missing', () => {
  const partial = {
    ...whole,
    appCount: 0,
    hasAppData: false,
    leftOutPackages: 2,
    onlyPackages: 1,
    vanishedFiles: 4,
    changedFiles: 5,
  }
  const { holds, lacks } = describeContents(partial)
  expect(holds).toEqual(['照片、视频、下载和其他文件'])
  for (const words of [
    '没有开放读取权限',
    '勾选的 1 个',
    '2 个您排除',
    '4 个备份过程中被删除',
    '5 个备份过程中仍在变化',
  ])
    expect(lacks.join()).toContain(words)
})
