import { describe, expect, it } from 'vitest'
import { failureIn } from './upload-answer.ts'

describe('the answer to an upload', () => {
  it('that was taken has nothing to say', () => {
    expect(failureIn('{"code":200,"msg":"","data":null,"ts":1}')).toBeUndefined()
  })

  it.each([
    ['{"code":1083,"msg":"不支持的文件","data":null}', '不支持的文件'],
    ['{"code":1083,"msg":""}', '上传失败，请稍后再试'],
    ['<html>502</html>', '上传失败，请稍后再试'],
    ['', '上传失败，请稍后再试'],
    ['null', '上传失败，请稍后再试'],
  ])('%s', (text, failure) => expect(failureIn(text)).toBe(failure))
})
