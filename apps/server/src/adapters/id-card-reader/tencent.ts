import { Gender } from '@yunji/contract/validation/id-card'
import type { Logger } from 'pino'
import type { IdCardReader } from '../../platform/id-card-reader.ts'
import { callTencent, type TencentDeps } from '../tencent-cloud/call.ts'
import type { Actions } from '../tencent-cloud/embedded.ts'

interface TencentOcrOptions extends TencentDeps {
  readonly endpoint: string
  readonly log: Logger
}

interface Read {
  readonly Name: string
  readonly Sex: string
  readonly Nation: string
  /** `1987/1/1` */
  readonly Birth: string
  readonly Address: string
  readonly IdNum: string
}

/** An unavailable reader counts as an unreadable card: the user types the data, which is checked all the same. */
export const createTencentIdCardReader = ({ endpoint, log, ...deps }: TencentOcrOptions): IdCardReader => ({
  async read(picture) {
    const service = { name: 'ocr', version: '2018-11-19', region: 'ap-guangzhou', endpoint }
    const input = { ImageBase64: picture.toString('base64'), CardSide: 'FRONT' }
    try {
      const read = await callTencent<Read>(deps, service, 'IDCardOCR', input)
      return {
        name: read.Name,
        idCard: read.IdNum,
        gender: read.Sex === '女' ? Gender.female : Gender.male,
        birthday: dayOf(read.Birth),
        nation: read.Nation,
        detailAddress: read.Address,
      }
    } catch (error) {
      log.info({ err: error }, 'identity card recognition failed')
      return null
    }
  },
})

const dayOf = (birth: string): string =>
  birth
    .split('/')
    .map((part) => part.padStart(2, '0'))
    .join('-')

/** The embedded service reports every card as unreadable. */
export const unreadableCards: Actions = {
  IDCardOCR: () => ({ error: 'FailedOperation.OcrFailed' }),
}
