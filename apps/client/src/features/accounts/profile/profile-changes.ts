import { useMutation } from '@tanstack/react-query'
import { getWorkTypes, saveWorkTypes, updateUserInfo } from '@yunji/contract/accounts/profile/calls'
import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { uploadedAvatar } from '@yunji/contract/accounts/profile/schema'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { reloadUserInfo } from '../../../shared/accounts/user-info.ts'
import { queryClient, queryKeyOf, requestData, useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { choosePicture, uploadPicture } from '../../../shared/api/upload-picture.ts'
import { mutationOptions, useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { releaseFile } from '../../../shared/platform/files/choose-files'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import { session } from '../../../shared/session/session.ts'

/** Largest size at which an avatar is drawn, at 3x. */
const AVATAR_LONGEST_PX = 640

const avatarRoute = { path: sideRoutes.avatarUpload.path, data: uploadedAvatar, longestPx: AVATAR_LONGEST_PX }

/** The change is done; a failed refetch is ignored. */
const showOwnChange = async (text: string): Promise<void> => {
  showToast(text, 'success')
  await reloadUserInfo().catch(() => undefined)
}

const sendAvatar = async (file: ChosenFile): Promise<void> => {
  try {
    await uploadPicture(file, avatarRoute)
    await showOwnChange('头像已更换')
  } finally {
    releaseFile(file)
  }
}

const removeAvatar = async (): Promise<void> => {
  await requestData(updateUserInfo, { avatar: '' })
  await showOwnChange('已恢复默认头像')
}

/** Changes of the avatar, one at a time. The picture is chosen before the write, as its dialog may stay open. */
export const useAvatarChange = () => {
  const { run } = useWrite((file: ChosenFile | 'default') => (file === 'default' ? removeAvatar() : sendAvatar(file)))
  return {
    choose: async (): Promise<void> => {
      const file = await choosePicture()
      if (file) run(file)
    },
    remove: () => run('default'),
  }
}

export const changeName = async (name: string): Promise<void> => {
  await requestData(updateUserInfo, { name })
  await showOwnChange('昵称已修改')
}

export const useWorkTypes = () => useCall(getWorkTypes, {})

/** Saves the whole list. Optimistic: the list before comes back when the call fails. */
export const useSaveWorkTypes = () =>
  useMutation({
    ...mutationOptions,
    mutationFn: (entries: readonly WorkType[]) =>
      requestData(saveWorkTypes, {
        entries: entries.map(({ industryId, worktypeId }) => ({ industryId, worktypeId })),
      }),
    onMutate: (entries) => {
      const queryKey = queryKeyOf(getWorkTypes, {}, session.store.getState().userId)
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, { entries })
      return { queryKey, before }
    },
    onError: (error, _entries, shown) => {
      if (shown) queryClient.setQueryData(shown.queryKey, shown.before)
      showError(error)
    },
  }).mutate
