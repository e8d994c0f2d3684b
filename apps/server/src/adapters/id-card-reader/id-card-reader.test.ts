import { createFakeClock } from '@yunji/testkit/fake-clock'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type Actions, startEmbeddedTencent } from '../tencent-cloud/embedded.ts'
import { createTencentIdCardReader, unreadableCards } from './tencent.ts'

const credentials = { id: 'id', key: 'key' }
const log = pino({ level: 'silent' })
const picture = Buffer.from('a picture')

const readWith = async (actions: Actions, key = 'key') => {
  const clock = createFakeClock()
  const server = await startEmbeddedTencent({ credentials, clock, service: 'ocr', actions })
  const reader = createTencentIdCardReader({ credentials: { id: 'id', key }, clock, log, endpoint: server.url })
  return reader.read(picture).finally(server.close)
}

const CARD = {
  Name: '李四',
  Sex: '女',
  Nation: '汉',
  Birth: '1949/12/3',
  Address: '北京市',
  IdNum: '110105194912030025',
}

it('tells what the vendor has read, in our words', async () => {
  const requests: unknown[] = []
  const read = await readWith({
    IDCardOCR: (input) => {
      requests.push(input)
      return { answer: CARD }
    },
  })
  expect(requests).toEqual([{ ImageBase64: picture.toString('base64'), CardSide: 'FRONT' }])
  expect(read).toEqual({
    name: '李四',
    idCard: '110105194912030025',
    gender: 2,
    birthday: '1949-12-03',
    nation: '汉',
    detailAddress: '北京市',
  })
})

it('tells nothing where nothing can be read, and where the vendor does not answer', async () => {
  expect(await readWith(unreadableCards)).toBeNull()
  expect(await readWith({ IDCardOCR: () => ({ answer: CARD }) }, 'wrong key')).toBeNull()
  const reader = createTencentIdCardReader({
    credentials,
    clock: createFakeClock(),
    log,
    endpoint: 'http://127.0.0.1:9',
  })
  expect(await reader.read(picture)).toBeNull()
})
