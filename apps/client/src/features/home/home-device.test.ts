import { describe, expect, it } from 'vitest'
import { type HomeDevice, withChanges } from './home-device.ts'

const device = (deviceId: number) => ({ deviceId, state: 'running', cover: `/covers/${deviceId}` }) as HomeDevice
const page = { records: [device(1), device(2)], page: 1 }

describe('what is newly known about devices', () => {
  it('changes those that it is about, and leaves the others', () => {
    const changed = withChanges(page, new Map([[2, { state: 'rebooting' as const }]]))
    expect(changed).toEqual({ page: 1, records: [device(1), { ...device(2), state: 'rebooting' }] })
  })

  it('leaves a page without them as it is', () => expect(withChanges(page, new Map([[3, { cover: '' }]]))).toBe(page))
})
