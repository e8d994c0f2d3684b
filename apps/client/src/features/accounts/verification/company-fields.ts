import { CREDIT_CODE_MESSAGE, isCreditCode } from '@yunji/contract/accounts/verification/rules'
import type { FieldErrors } from '../../../shared/ui/form/form-state.ts'
import type { SentPicture } from './personal-fields.ts'

export interface CompanyFields {
  readonly licence: SentPicture | null
  readonly companyName: string
  readonly creditCode: string
  readonly legalPerson: string
}

export const emptyCompany: CompanyFields = { licence: null, companyName: '', creditCode: '', legalPerson: '' }

const CREDIT_CODE_CHARACTERS = 18

export const creditCodeCharacters = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .slice(0, CREDIT_CODE_CHARACTERS)

export const checkCompany = ({
  licence,
  companyName,
  creditCode,
  legalPerson,
}: CompanyFields): FieldErrors<CompanyFields> => ({
  ...(!licence && { licence: '请上传营业执照' }),
  ...(!companyName.trim() && { companyName: '请输入企业名称' }),
  ...(!isCreditCode(creditCode) && { creditCode: creditCode ? CREDIT_CODE_MESSAGE : '请输入统一社会信用代码' }),
  ...(!legalPerson.trim() && { legalPerson: '请输入法定代表人姓名' }),
})
