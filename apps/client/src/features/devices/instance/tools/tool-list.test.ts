import { describe, expect, it } from 'vitest'
import { toolsFor } from './tool-list.ts'

const labels = (...conditions: Parameters<typeof toolsFor>) => toolsFor(...conditions).map(({ label }) => label)

describe('the tools beside the picture', () => {
  it('are all there for somebody who uses the phone', () => {
    expect(labels({ mode: 'control', canFillScreen: true, canRotate: false })).toEqual([
      '音量+',
      '音量-',
      '旋转',
      '剪贴板',
      '上传',
      '画质',
      '截图',
      '键盘',
      '全屏',
      '退出',
    ])
  })

  it('change nothing on the phone for somebody who only looks', () => {
    expect(labels({ mode: 'view', canFillScreen: true, canRotate: false })).toEqual(['画质', '截图', '全屏', '退出'])
  })

  it('do without the full screen where the browser has none', () => {
    expect(labels({ mode: 'control', canFillScreen: false, canRotate: false })).not.toContain('全屏')
  })

  it('turn a wide picture on a high screen, for who only looks too', () => {
    expect(labels({ mode: 'view', canFillScreen: false, canRotate: true })).toEqual(['横屏', '画质', '截图', '退出'])
  })
})
