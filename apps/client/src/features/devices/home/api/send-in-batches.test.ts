import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { outcomeText, sendInBatches } from './send-in-batches.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const done = (deviceId: number): CommandResult => ({ deviceId, code: 200, msg: '', state: 'rebooting', cover: '' })

describe('a command to many devices', () => {
  it('goes to all of them, a hundred at a time', async () => {
    const sizes: number[] = []
    const outcome = await sendInBatches(ids(10_000), async (batch) => {
      sizes.push(batch.length)
      return batch.map(done)
    })
    expect(sizes).toEqual(Array.from({ length: 100 }, () => 100))
    expect(new Set(outcome.results.map(({ deviceId }) => deviceId)).size).toBe(10_000)
    expect(outcomeText(outcome)).toBeUndefined()
  })

  it('leaves out one that is gone, and says so', async () => {
    const outcome = await sendInBatches(ids(3), async (batch) => {
      if (batch.includes(2)) {
        throw new ApiError('获取设备失败', { code: ErrorCode.GET_DEVICE_FAILED, data: { deviceIds: [2] } })
      }
      return batch.map(done)
    })
    expect(outcome.results.map(({ deviceId }) => deviceId)).toEqual([1, 3, 2])
    expect(outcomeText(outcome)).toBe('2 台成功，1 台失败：获取设备失败')
  })

  it('keeps what was done when a later call fails', async () => {
    const outcome = await sendInBatches(ids(250), async (batch) => {
      if (batch.includes(150)) throw new ApiError('网络连接失败', { isTransport: true })
      return batch.map(done)
    })
    expect(outcomeText(outcome)).toBe('100 台成功，150 台未完成：网络连接失败')
  })

  it('fails as a whole when nothing was done', async () => {
    const refuse = () => Promise.reject(new ApiError('网络连接失败'))
    await expect(sendInBatches(ids(2), refuse)).rejects.toThrow('网络连接失败')
  })
})
