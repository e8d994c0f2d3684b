import { getVerification, submitCompany, submitPersonal } from '@yunji/contract/accounts/verification/calls'
import { uploadedPicture } from '@yunji/contract/accounts/verification/schema'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { reloadUserInfo } from '../../../shared/accounts/user-info.ts'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { uploadPicture } from '../../../shared/api/upload-picture.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import type { CompanyFields } from './company-fields.ts'
import { forgetDraft } from './drafts.ts'
import type { PersonalFields, SentPicture } from './personal-fields.ts'

/** Small print on a licence can still be read at this size. */
const LONGEST_PX = 2000

const pictureRoute = { path: sideRoutes.verificationPicture.path, data: uploadedPicture, longestPx: LONGEST_PX }

export const useVerification = () => useCall(getVerification, {})

export const sendVerificationPicture = (file: ChosenFile) => uploadPicture(file, pictureRoute)

const idsOf = (...pictures: readonly (SentPicture | null)[]): string[] =>
  pictures.flatMap((picture) => (picture ? [picture.pictureId] : []))

const showWaiting = async (): Promise<void> => {
  showToast('已提交，等待审核', 'success')
  void reloadUserInfo().catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: [getVerification.path] })
}

export const sendPersonal = async (fields: PersonalFields): Promise<void> => {
  const { front, back, gender, name, idCard, birthday, nation, detailAddress } = fields
  if (gender === 0) return
  const card = {
    name: name.trim(),
    idCard,
    gender,
    birthday,
    nation: nation.trim(),
    detailAddress: detailAddress.trim(),
  }
  await requestData(submitPersonal, { ...card, pictureIds: idsOf(front, back) })
  await showWaiting()
  forgetDraft('personal')
}

export const sendCompany = async ({ licence, companyName, creditCode, legalPerson }: CompanyFields): Promise<void> => {
  const company = { companyName: companyName.trim(), creditCode, legalPerson: legalPerson.trim() }
  await requestData(submitCompany, { ...company, pictureIds: idsOf(licence) })
  await showWaiting()
  forgetDraft('company')
}
