import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { CREDIT_CODE_MESSAGE, idCardFault, isCreditCode } from '@yunji/contract/accounts/verification/rules'
import { VerificationKind } from '@yunji/contract/accounts/verification/schema'
import type { Gender } from '@yunji/contract/validation/id-card'
import { AppError } from '../../../platform/errors.ts'
import type { VerificationDeps } from './deps.ts'
import { sealNumber } from './seal-numbers.ts'
import { countOwnPictures, insertRequest, lockChecks, setCheck } from './store.ts'

interface PersonalInput {
  readonly name: string
  readonly idCard: string
  readonly gender: Gender
  readonly birthday: string
  readonly nation?: string | undefined
  readonly detailAddress?: string | undefined
  readonly pictureIds: readonly string[]
}

interface CompanyInput {
  readonly companyName: string
  readonly creditCode: string
  readonly legalPerson: string
  readonly pictureIds: readonly string[]
}

interface VerificationRequest {
  readonly kind: VerificationKind
  readonly name: string
  readonly number: string
  readonly legalPerson?: string
  readonly nation?: string
  readonly detailAddress?: string
  readonly pictureIds: readonly string[]
}

/** The fields of a card must agree, read or typed. */
export const submitPersonal =
  (deps: VerificationDeps) =>
  (userId: number, { name, idCard, gender, birthday, nation = '', detailAddress = '', pictureIds }: PersonalInput) => {
    const fault = idCardFault({ idCard, gender, birthday })
    if (fault) throw new AppError('BAD_INPUT', { text: fault })
    const { personal: kind } = VerificationKind
    return submit(deps)(userId, { kind, name, number: idCard.toUpperCase(), nation, detailAddress, pictureIds })
  }

export const submitCompany =
  (deps: VerificationDeps) =>
  (userId: number, { companyName: name, creditCode, legalPerson, pictureIds }: CompanyInput) => {
    const number = creditCode.toUpperCase()
    if (!isCreditCode(number)) throw new AppError('BAD_INPUT', { text: CREDIT_CODE_MESSAGE })
    return submit(deps)(userId, { kind: VerificationKind.company, name, number, legalPerson, pictureIds })
  }

const submit =
  ({ database: { db }, clock, sealedTexts }: VerificationDeps) =>
  (userId: number, { pictureIds, ...request }: VerificationRequest): Promise<void> =>
    db.transaction(async (tx) => {
      const checks = await lockChecks(tx, userId)
      const status = request.kind === VerificationKind.company ? checks?.company : checks?.personal
      if (status === CheckStatus.pending) throw new AppError('VERIFICATION_WAITING')
      if (status === CheckStatus.pass) throw new AppError('VERIFICATION_PASSED')
      const ids = [...new Set(pictureIds)]
      if (ids.length > 0 && (await countOwnPictures(tx, userId, ids)) !== ids.length) throw new AppError('NOT_FOUND')
      const now = clock.now()
      const number = sealNumber(sealedTexts, userId, request.number)
      const { pending: waiting } = CheckStatus
      await insertRequest(tx, { ...request, number, userId, pictureIds: ids, status: waiting, submittedAt: now })
      await setCheck(tx, userId, request.kind, CheckStatus.pending)
    })
