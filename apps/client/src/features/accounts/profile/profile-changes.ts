import { getWorkTypes, saveWorkTypes, updateUserInfo } from '@yunji/contract/accounts/profile/calls'
import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { uploadedAvatar } from '@yunji/contract/accounts/profile/schema'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { reloadUserInfo } from '../../../shared/accounts/user-info.ts'
import { queryClient, queryKeyOf, readData, useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { choosePicture, uploadPicture } from '../../../shared/api/upload-picture.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { releaseFile } from '../../../shared/platform/files/choose-files'
import { session } from '../../../shared/session/session.ts'

/** Largest size at which an avatar is drawn, at 3x. */
const AVATAR_LONGEST_PX = 640

const avatarRoute = { path: sideRoutes.avatarUpload.path, data: uploadedAvatar, longestPx: AVATAR_LONGEST_PX }

/** The change is done; a failed refetch is ignored. */
const showOwnChange = async (text: string): Promise<void> => {
  showToast(text, 'success')
  await reloadUserInfo().catch(() => undefined)
}

export const changeAvatar = async (): Promise<void> => {
  const file = await choosePicture()
  if (!file) return
  try {
    await uploadPicture(file, avatarRoute)
    await showOwnChange('头像已更换')
  } catch (error) {
    showError(error)
  } finally {
    releaseFile(file)
  }
}

export const removeAvatar = async (): Promise<void> => {
  try {
    await readData(updateUserInfo, { avatar: '' })
    await showOwnChange('已恢复默认头像')
  } catch (error) {
    showError(error)
  }
}

export const changeName = async (name: string): Promise<void> => {
  await readData(updateUserInfo, { name })
  await showOwnChange('昵称已修改')
}

export const useWorkTypes = () => useCall(getWorkTypes, {})

/** Optimistic: reverted when the call fails. */
export const updateWorkTypes = async (entries: readonly WorkType[]): Promise<void> => {
  const queryKey = queryKeyOf(getWorkTypes, {}, session.store.getState().userId)
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, { entries })
  try {
    await readData(saveWorkTypes, {
      entries: entries.map(({ industryId, worktypeId }) => ({ industryId, worktypeId })),
    })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    showError(error)
  }
}
