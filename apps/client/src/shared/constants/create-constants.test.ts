import { expect, test, vi } from 'vitest'
import { createConstants } from './create-constants.ts'

const constants = {
  imageVersionInfoKey: 'image_version_info',
  processDefinitionKeys: { personalVerification: 'personal', companyVerification: 'company' },
}

test('are loaded once and kept for five minutes', async () => {
  let nowMs = 0
  const load = vi.fn<() => Promise<typeof constants>>(async () => constants)
  const read = createConstants({ load, clock: () => nowMs })
  expect(await Promise.all([read(), read()])).toEqual([constants, constants])
  nowMs = 5 * 60_000 - 1
  await read()
  expect(load).toHaveBeenCalledTimes(1)
  nowMs += 1
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})
