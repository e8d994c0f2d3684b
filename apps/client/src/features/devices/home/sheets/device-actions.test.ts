import { DeviceButton } from '@yunji/contract/devices/device/enums'
import { describe, expect, it } from 'vitest'
import { type HomeDevice, mayCommand } from '../api/home-device.ts'
import { actionsOf } from './device-actions.ts'

const labelsOf = (right: HomeDevice['right'], buttons: HomeDevice['buttons'], isMetered = false) =>
  Object.fromEntries(
    actionsOf({ right, buttons, isMetered, mayCommand: (command) => mayCommand({ right }, command) }).map(
      ({ title, actions }) => [title, actions.map(({ label }) => label)],
    ),
  )

describe('the sheet of a device', () => {
  it('offers its owner everything that its permission list grants', () => {
    expect(labelsOf('owner', Object.values(DeviceButton))).toEqual({
      常用: ['重启', '清理内存', '截图', '上传文件', '应用管理', '打开网址', '联系客服'],
      设备管理: [
        '续费',
        '升降配置',
        '更换区域',
        '更换设备',
        '更换型号',
        '转移',
        '授权',
        '移动分组',
        '定时任务',
        '升视频版',
        '系统更新',
        '可用性',
      ],
      数据与清理: ['备份', '恢复', '卸载应用', '清理缓存', '深度清理'],
    })
  })

  it.each([
    [DeviceButton.changeConfig, '更换型号'],
    [DeviceButton.upOrDownConfig, '升降配置'],
    [DeviceButton.zoneChangeOpType, '更换区域'],
    [DeviceButton.videoChangeOpType, '升视频版'],
  ])('shows button %d only when it is granted', (button, label) => {
    expect(labelsOf('owner', [button])['设备管理']).toContain(label)
    expect(labelsOf('owner', [])['设备管理']).not.toContain(label)
  })

  it('renews nothing that is paid for by the hour', () => {
    expect(labelsOf('owner', [], true)['设备管理']).not.toContain('续费')
  })

  it('offers a controlling grantee no more than using it', () => {
    expect(labelsOf('control', [])).toEqual({ 常用: ['重启', '截图', '上传文件', '应用管理', '打开网址', '联系客服'] })
  })

  it('offers a watching grantee a picture', () => expect(labelsOf('view', [])).toEqual({ 常用: ['截图', '联系客服'] }))
})
