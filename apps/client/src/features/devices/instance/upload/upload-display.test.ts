import { describe, expect, it } from 'vitest'
import { failureIn, uploadDisplay } from './upload-display.ts'

const file = { id: 'a', name: 'x.apk', progress: 0.5 }
const onPhone = (progress: number, state: 'receiving' | 'installing' | 'done' | 'failed') => ({
  id: 'a',
  progress,
  state,
})

describe('how far a file is', () => {
  it.each([
    ['on its way', file, undefined, '上传中 50%', 50],
    ['as the phone tells, which knows better', file, onPhone(0.309, 'receiving'), '上传中 30%', 30],
    ['being installed', file, onPhone(1, 'installing'), '正在写入云手机…', 100],
    ['there', { ...file, isDone: true }, onPhone(1, 'done'), '已完成', 100],
  ] as const)('%s', (_name, sent, there, text, percent) => {
    expect(uploadDisplay(sent, there)).toEqual({ text, percent, isFailed: false })
  })

  it('not taken', () => {
    const failed = { ...file, failure: '不支持的文件' }
    expect(uploadDisplay(failed, onPhone(1, 'failed'))).toEqual({ text: '不支持的文件', percent: 100, isFailed: true })
  })
})

describe('the answer to an upload', () => {
  it('that was taken has nothing to say', () => {
    expect(failureIn({ code: 200, msg: '', data: null, ts: 1 })).toBeUndefined()
  })

  it.each([
    [{ code: 1083, msg: '不支持的文件', data: null }, '不支持的文件'],
    [{ code: 1083, msg: '' }, '上传失败，请稍后再试'],
    ['<html>502</html>', '上传失败，请稍后再试'],
    ['', '上传失败，请稍后再试'],
    [null, '上传失败，请稍后再试'],
  ])('%s', (answer, failure) => expect(failureIn(answer)).toBe(failure))
})
